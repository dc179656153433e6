"""A client of the Debug Adapter Protocol, for tests: an editor without a window."""

from __future__ import annotations

import json
import os
import select
import signal
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from host.cli.main import cli

Message = dict[str, Any]
# Seconds until a message that does not arrive is missed.
_PATIENCE = 60


class Client:
    """`dungeon-host debug --dap` in a fork of this process, and the messages that it sent."""

    def __init__(self) -> None:
        self._incoming, outgoing = os.pipe()
        incoming, self._outgoing = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            try:
                os.setsid()
                os.dup2(incoming, 0)
                os.dup2(outgoing, 1)
                os.closerange(3, 256)
                cli.main(["debug", "--dap"], prog_name="dungeon-host", standalone_mode=True)
            finally:
                os._exit(1)
        os.close(outgoing)
        os.close(incoming)
        self._sequence = 0
        self._received = b""
        # What the session printed, and events that arrived, in order.
        self.printed = ""
        self.events: list[Message] = []
        self._responses: dict[int, Message] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._outgoing)
        os.close(self._incoming)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)

    # -- messages

    def send_bytes(self, data: bytes) -> None:
        """Send what may be no message."""
        os.write(self._outgoing, data)

    def send(self, command: str, /, **arguments: Any) -> int:
        """Send a request, and return its number."""
        self._sequence += 1
        request = {"seq": self._sequence, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(request).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        return self._sequence

    def ask(self, command: str, /, **arguments: Any) -> Message:
        """Send a request, and return the response."""
        number = self.send(command, **arguments)
        while number not in self._responses:
            self._receive()
        return self._responses.pop(number)

    def get(self, command: str, /, **arguments: Any) -> Message:
        """Send a request that succeeds, and return the body of the response."""
        response = self.ask(command, **arguments)
        assert response["success"], response
        body: Message = response["body"]
        return body

    def wait_for(self, event: str) -> Message:
        """Return the body of the next event of a kind, and drop it and those before it."""
        while True:
            for i, message in enumerate(self.events):
                if message["event"] == event:
                    del self.events[: i + 1]
                    body: Message = message["body"]
                    return body
            self._receive()

    def _receive(self) -> None:
        deadline = time.monotonic() + _PATIENCE
        while (message := self._take()) is None:
            ready, _, _ = select.select([self._incoming], [], [], deadline - time.monotonic())
            data = os.read(self._incoming, 65536) if ready else b""
            assert data, f"nothing more arrives; {self.events}"
            self._received += data
        if message["type"] == "event":
            self.events.append(message)
            if message["event"] == "output":
                self.printed += message["body"]["output"]
        else:
            self._responses[message["request_seq"]] = message

    def _take(self) -> Message | None:
        head, separator, rest = self._received.partition(b"\r\n\r\n")
        if not separator:
            return None
        length = int(head.partition(b":")[2])
        if len(rest) < length:
            return None
        self._received = rest[length:]
        message: Message = json.loads(rest[:length])
        return message

    # -- sessions

    def begin(
        self, *words: str | Path, stops: dict[Path, list[Any]] | None = None, filters: tuple[str, ...] = (), **more: Any
    ) -> list[Message]:
        """Launch a command with breakpoints: lines, or fields of a breakpoint. Returns what became of them."""
        self.get("initialize", adapterID="dungeon-host")
        self.wait_for("initialized")
        self.get("launch", command=str(words[0]), args=[str(word) for word in words[1:]], **more)
        answers: list[Message] = []
        for path, points in (stops or {}).items():
            answers += self.break_at(path, points)
        self.get("setExceptionBreakpoints", filters=list(filters))
        self.get("configurationDone")
        return answers

    def break_at(self, path: Path, points: list[Any]) -> list[Message]:
        """Set the breakpoints of a file."""
        fields = [point if isinstance(point, dict) else {"line": point} for point in points]
        answers: list[Message] = self.get("setBreakpoints", source={"path": str(path)}, breakpoints=fields)[
            "breakpoints"
        ]
        return answers

    def stop(self) -> tuple[str, int]:
        """Wait until the mods are stopped; return the reason and the line."""
        reason = self.wait_for("stopped")["reason"]
        return reason, self.frames()[0]["line"]

    def go(self, command: str = "continue") -> tuple[str, int]:
        """Let the mods go on until they are stopped again; return the reason and the line."""
        self.get(command, threadId=1)
        return self.stop()

    def frames(self) -> list[Message]:
        """Return the frames of the stack, innermost first."""
        frames: list[Message] = self.get("stackTrace", threadId=1)["stackFrames"]
        return frames

    def value(self, expression: str, frame: int = 1) -> str:
        """Return the value of an expression, or the message of the error."""
        response = self.ask("evaluate", expression=expression, frameId=frame, context="watch")
        text: str = response["body"]["result"] if response["success"] else f"error: {response['message']}"
        return text

    def variables(self, scope: str, frame: int = 1) -> dict[str, str]:
        """Return the variables of a scope of a frame: name -> value."""
        scopes = self.get("scopes", frameId=frame)["scopes"]
        reference = next(each["variablesReference"] for each in scopes if each["name"] == scope)
        return {each["name"]: each["value"] for each in self.children(reference)}

    def children(self, reference: int) -> list[Message]:
        """Return the variables behind a reference."""
        children: list[Message] = self.get("variables", variablesReference=reference)["variables"]
        return children

    def finish(self) -> tuple[int, str]:
        """Let the mods run to the end, past all stops; return the exit code, and what was printed in the session."""
        self.send("continue", threadId=1)
        while not any(message["event"] == "terminated" for message in self.events):
            self._receive()
            if self.events and self.events[-1]["event"] == "stopped":
                self.events.clear()
                self.send("continue", threadId=1)
        code: int = next(m["body"]["exitCode"] for m in self.events if m["event"] == "exited")
        return code, self.printed
