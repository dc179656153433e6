"""The Debug Adapter Protocol (`debug --dap`): an adapter between an editor and a debug session.

https://microsoft.github.io/debug-adapter-protocol/specification describes the messages.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from host.errors import visible
from host.tools.debugging.breakpoints import Breakpoint, next_statement
from host.tools.debugging.connection import Connection, Message, SessionEnded
from host.tools.debugging.front import Conversation, Stop
from host.tools.debugging.session import Debugger, lua_path

CAPABILITIES = {
    "supportsConfigurationDoneRequest": True,
    "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True,
    "supportsLogPoints": True,
    "supportsStepBack": True,
    "supportsEvaluateForHovers": True,
    "supportsTerminateRequest": True,
    "supportsExceptionInfoRequest": True,
    "exceptionBreakpointFilters": [
        {"filter": "uncaught", "label": "Errors that no mod catches", "default": True},
        {"filter": "all", "label": "All errors of mods", "default": False},
    ],
}
# Requests that let the mods go on -> how.
_RESUMING = {
    "continue": "continue",
    "next": "over",
    "stepIn": "into",
    "stepOut": "out",
    "stepBack": "back",
    "reverseContinue": "back_to_breakpoint",
}
_THREAD = 1
_STOPPED = "this needs mods that are stopped"


class RefusedError(Exception):
    """A request that cannot be met; its text is for the person."""


class OutputStream(io.TextIOBase):
    """A stream whose text an editor shows."""

    def __init__(self, adapter: Adapter, category: str) -> None:
        self._adapter = adapter
        self._category = category

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            # click tries whether a stream takes bytes.
            raise TypeError("a text was expected")
        if text and not self._adapter.is_terminated:
            self._adapter.event("output", category=self._category, output=text)
        return len(text)


class Adapter:
    """The front of a session for an editor."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.debugger = Debugger(self)
        # Path of a file -> its breakpoints, in the order of the editor.
        self._breakpoints: dict[str, list[Breakpoint]] = {}
        # Path of a file or a folder -> as the editor names it, perhaps through links.
        self._named: dict[Path, Path] = {}
        self._has_launched = self._is_configured = False
        # Arguments of the request "launch".
        self.launch: Message = {}
        # The number of the first line.
        self._first_line = 1
        # What the last stop said.
        self._stop: Stop | None = None
        # Whether the editor has stopped the run, and whether it has disconnected.
        self.is_terminated = self._is_disconnected = False
        self._has_finished = False

    # -- a session

    def prepare(self) -> list[str]:
        """Handle requests until the editor has launched a command; return its words."""
        while not (self._has_launched and self._is_configured):
            self._handle_while_running(self._connection.receive(wait=True))
        command, arguments = self.launch.get("command"), self.launch.get("args", [])
        if self.launch.get("noDebug") is True:
            self.debugger.change([], errors="none")
        words = [command, *(arguments if isinstance(arguments, list) else [])]
        if not all(isinstance(word, str) for word in words):
            words = ["", *map(str, words)]
        return [str(word) for word in words]

    def finish(self, code: int | None) -> NoReturn:
        """Tell the editor that the command has ended, and wait until it disconnects. Always raises SessionEnded.

        code: the exit code; None for a command that did not end by itself.
        """
        if self._is_disconnected or self._has_finished:
            raise SessionEnded
        self._has_finished = True
        if code is not None:
            self.event("exited", exitCode=code)
        self.event("terminated")
        while True:
            self._handle_while_running(self._connection.receive(wait=True))

    def event(self, name: str, **body: Any) -> None:
        """Send an event."""
        self._connection.send("event", event=name, body=body)

    # -- the front of the debugger

    def tick(self) -> None:
        """Handle the requests that have arrived while the mods run."""
        while (message := self._connection.receive(wait=False)) is not None:
            self._handle_while_running(message)

    def log(self, text: str, path: str, line: int) -> None:
        """Show the message of a breakpoint."""
        self.event("output", category="console", output=f"{text}\n", **self._location(path, line))

    def converse(self, stop: Stop) -> Conversation:
        """Handle requests until one lets the mods go on."""
        self._stop = stop
        self.event("stopped", reason=stop.reason, threadId=_THREAD, allThreadsStopped=True, text=stop.text)
        while True:
            message = self._connection.receive(wait=True)
            command = str(message.get("command")) if message else ""
            if message is not None and command in _RESUMING:
                body = {"allThreadsContinued": True} if command == "continue" else {}
                self._respond(message, body)
                self._stop = None
                return _RESUMING[command]
            handle = self._while_stopped.get(command)
            if message is None or handle is None:
                self._handle_while_running(message)
                continue
            try:
                self._respond(message, (yield from handle(self, _arguments(message))))
            except RefusedError as error:
                self._refuse(message, str(error))

    # -- requests

    def _handle_while_running(self, message: Message | None) -> None:
        """Handle a request that needs no stopped mod."""
        if message is None or message.get("type") != "request":
            return
        command = str(message.get("command"))
        handle = self._always.get(command)
        if handle is None:
            needs_stop = command in self._while_stopped or command in _RESUMING
            self._refuse(message, _STOPPED if needs_stop else f'there is no request "{visible(command)}"')
            return
        try:
            self._respond(message, handle(self, _arguments(message)))
        except RefusedError as error:
            self._refuse(message, str(error))
        if command == "initialize":
            self.event("initialized")
        if command == "disconnect":
            self._is_disconnected = True
            raise SessionEnded
        if command == "terminate" and not self._has_finished:
            # The editor still sends "disconnect", and waits for the answer.
            self.is_terminated = True
            raise SessionEnded

    def _initialize(self, arguments: Message) -> Message:
        self._first_line = 0 if arguments.get("linesStartAt1") is False else 1
        return CAPABILITIES

    def _launch(self, arguments: Message) -> Message:
        self.launch = arguments
        folder = arguments.get("cwd")
        if isinstance(folder, str) and Path(folder).is_absolute():
            self._named[Path(os.path.realpath(folder))] = Path(folder)
        self._has_launched = True
        self.debugger.stops_at_entry = arguments.get("stopOnEntry") is True
        return {}

    def _configuration_done(self, _: Message) -> Message:
        self._is_configured = True
        return {}

    def _set_breakpoints(self, arguments: Message) -> Message:
        source = arguments.get("source")
        path = source.get("path") if isinstance(source, dict) else None
        rows = arguments.get("breakpoints", [])
        if not isinstance(path, str) or not isinstance(rows, list):
            raise RefusedError("breakpoints need the path of a file")
        # `Path.resolve` fails where a link leads to itself.
        file = Path(os.path.realpath(path))
        points, answers = [], []
        for fields in rows:
            point, problem = self._read_breakpoint(file, fields)
            if point is None:
                answers.append({"verified": False, "message": problem})
            else:
                points.append(point)
                answers.append({"verified": True, "line": point.line - 1 + self._first_line})
        self._breakpoints[str(file)] = points
        self._named[file] = Path(path)
        self.debugger.change([point for listed in self._breakpoints.values() for point in listed])
        return {"breakpoints": answers}

    def _read_breakpoint(self, file: Path, fields: Any) -> tuple[Breakpoint | None, str]:
        line = fields.get("line") if isinstance(fields, dict) else None
        texts = (
            [fields.get(key) or "" for key in ("condition", "hitCondition", "logMessage")] if line is not None else []
        )
        if not isinstance(line, int) or not all(isinstance(text, str) for text in texts):
            return None, "a breakpoint needs a line"
        statement = next_statement(file, line + 1 - self._first_line)
        if statement is None:
            return None, "there is no statement of a mod on this line or below"
        point = Breakpoint(file, statement, *texts)
        return (None, point.problem) if point.problem else (point, "")

    def _set_exception_breakpoints(self, arguments: Message) -> Message:
        filters = arguments.get("filters", [])
        chosen = [name for name in ("all", "uncaught") if isinstance(filters, list) and name in filters]
        self.debugger.change(errors=chosen[0] if chosen else "none")
        return {}

    def _threads(self, _: Message) -> Message:
        return {"threads": [{"id": _THREAD, "name": "mods"}]}

    def _pause(self, _: Message) -> Message:
        if self._stop is None:
            self.debugger.wants_pause = True
        return {}

    def _end(self, _: Message) -> Message:
        return {}

    _always: Mapping[str, Callable[[Adapter, Message], Message]] = {
        "initialize": _initialize,
        "launch": _launch,
        "configurationDone": _configuration_done,
        "setBreakpoints": _set_breakpoints,
        "setExceptionBreakpoints": _set_exception_breakpoints,
        "threads": _threads,
        "pause": _pause,
        "disconnect": _end,
        "terminate": _end,
    }

    # -- requests while the mods are stopped

    def _stack(self, arguments: Message) -> Generator[list[str], list[str], Message]:
        answer = yield ["stack"]
        frames = list(zip(*[iter(answer[1:])] * 4, strict=False))
        first, count = arguments.get("startFrame") or 0, arguments.get("levels") or len(frames)
        if not isinstance(first, int) or not isinstance(count, int):
            raise RefusedError("startFrame and levels must be numbers")
        shown = [
            {
                "id": number,
                "name": name,
                "column": 1,
                "line": 0,
                **self._location(lua_path(path), int(line) if line.isdecimal() and len(line) < 10 else 0),
                **({} if lua_path(path) else {"presentationHint": "subtle", "source": {"name": file}}),
            }
            for number, (name, file, path, line) in enumerate(frames, 1)
        ]
        return {"stackFrames": shown[first : first + count], "totalFrames": len(frames)}

    def _scopes(self, arguments: Message) -> Generator[list[str], list[str], Message]:
        answer = yield ["scopes", _whole_number(arguments.get("frameId"))]
        return {
            "scopes": [
                {
                    "name": name.capitalize(),
                    "variablesReference": _reference(number),
                    "expensive": name == "globals",
                    **({"presentationHint": "locals"} if name == "locals" else {}),
                }
                for name, number in zip(answer[1::2], answer[2::2], strict=False)
            ]
        }

    def _variables(self, arguments: Message) -> Generator[list[str], list[str], Message]:
        answer = yield ["variables", _whole_number(arguments.get("variablesReference"))]
        rows = zip(*[iter(answer[1:])] * 4, strict=False)
        return {
            "variables": [
                {"name": name, "value": value, "type": kind, "variablesReference": _reference(number)}
                for name, value, kind, number in rows
            ]
        }

    def _evaluate(self, arguments: Message) -> Generator[list[str], list[str], Message]:
        expression = arguments.get("expression")
        if not isinstance(expression, str):
            raise RefusedError("evaluate needs an expression")
        answer = yield ["evaluate", _whole_number(arguments.get("frameId", 1)), expression]
        match answer:
            case ["value", _, value, kind, number]:
                return {"result": value, "type": kind, "variablesReference": _reference(number)}
            case ["failed", problem]:
                raise RefusedError(problem)
        raise RefusedError("the child that runs the mods gave no value")

    def _exception_info(self, _: Message) -> Generator[list[str], list[str], Message]:
        text = self._stop.text if self._stop else ""
        yield from ()
        return {"exceptionId": "error of a mod", "description": text, "breakMode": "always"}

    _while_stopped: Mapping[str, Callable[[Adapter, Message], Generator[list[str], list[str], Message]]] = {
        "stackTrace": _stack,
        "scopes": _scopes,
        "variables": _variables,
        "evaluate": _evaluate,
        "exceptionInfo": _exception_info,
    }

    # -- answers

    def _location(self, path: str, line: int) -> Message:
        if not path:
            return {}
        file = Path(path)
        known = next((folder for folder in (file, *file.parents) if folder in self._named), None)
        if known is not None:
            path = str(self._named[known] / file.relative_to(known))
        return {"source": {"name": Path(path).name, "path": path}, "line": line - 1 + self._first_line}

    def _respond(self, request: Message, body: Message) -> None:
        self._connection.send(
            "response", request_seq=request.get("seq"), success=True, command=request.get("command"), body=body
        )

    def _refuse(self, request: Message, text: str) -> None:
        self._connection.send(
            "response",
            request_seq=request.get("seq"),
            success=False,
            command=request.get("command"),
            message=text,
            body={"error": {"id": 1, "format": text}},
        )


def _arguments(message: Message) -> Message:
    arguments = message.get("arguments")
    return arguments if isinstance(arguments, dict) else {}


def _whole_number(value: Any) -> str:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise RefusedError("a frame and a reference are whole numbers")
    return str(value)


def _reference(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0
