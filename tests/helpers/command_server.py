"""A process that runs `dungeon-host` in forks of itself, so that a command need not import everything again.

A fork is like the command of a user in all but what the interpreter reads when it starts, such as the variable
PYTHONHASHSEED, and the compiled Lua of the host, which the server has already. The server reads a request from each
line of standard input, and answers with the exit code.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import io
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import pytest

from host import Host
from host.__main__ import main
from host.cli.main import COMMANDS, module_of
from tests.helpers import run_command

# What commands import when they need it.
_PRELOADED = (
    *map(module_of, COMMANDS),
    *(f"host.tools.testing.{name}" for name in ("child", "fork_server", "report", "results", "runs", "snapshots")),
    *("host.engine.operations", "hypothesis", "faulthandler"),
)
# Standard input, output and error of a command.
_FILES = ("in", "out", "err")


def run_forked(
    *words: str | Path, cwd: Path, env: Mapping[str, str], timeout: float
) -> subprocess.CompletedProcess[str]:
    """Run `dungeon-host words…` in a fork of the server. Raises TimeoutError."""
    request = {"words": [str(word) for word in words], "cwd": str(cwd), "env": dict(env)}
    with tempfile.TemporaryDirectory() as output:
        folder = Path(output)
        try:
            code = _server().ask({**request, "folder": output}, timeout)
        except TimeoutError:
            # Without a file, the server was still starting.
            said = "".join(path.read_text(encoding="utf-8", errors="replace") for path in folder.glob("err"))
            raise TimeoutError(f"{words} take longer than {timeout} s; the standard error is:\n{said}") from None
        out, err = (folder.joinpath(name).read_text(encoding="utf-8", errors="surrogateescape") for name in _FILES[1:])
    return subprocess.CompletedProcess(request["words"], code, out, err)


class _Server:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def ask(self, request: object, timeout: float) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        ready, _, _ = select.select([self._process.stdout], [], [], timeout)
        if not ready:
            # On this signal, pytest says where each of its processes is.
            os.killpg(self._process.pid, signal.SIGABRT)
            time.sleep(1)
            self.close()
            _server.cache_clear()
            raise TimeoutError
        return int(self._process.stdout.readline())

    def close(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()


@cache
def _server() -> _Server:
    server = _Server()
    atexit.register(server.close)
    return server


# -- in the server


def _serve() -> None:
    for name in _PRELOADED:
        import_module(name)
    with contextlib.redirect_stdout(io.StringIO()):
        # Named twice, the option loads the plugins of pytest to list them; without a file of configuration, which
        # would make an error of each module that pytest can no longer rewrite.
        pytest.main(["-c", os.devnull, "--version", "--version"])
    # Tables import modules when they are drawn.
    run_command("mods")
    # The second time, the host stores the bytecode of its Lua. This mod uses all dialects.
    for _ in range(2):
        Host(["undercroft"], output=lambda _: None)
    gc.freeze()
    for line in sys.stdin:
        request = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _become_command(request["words"], request["cwd"], request["env"], Path(request["folder"]))
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _become_command(words: list[str], cwd: str, env: dict[str, str], folder: Path) -> NoReturn:
    try:
        for number, name in enumerate(_FILES):
            opened = os.open(folder / name, os.O_RDWR | os.O_CREAT)
            os.dup2(opened, number)
            os.close(opened)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            for number, mode in enumerate(("r", "w", "w"))
        )
        os.environ.clear()
        os.environ.update(env)
        os.chdir(cwd)
        sys.argv = ["dungeon-host", *words]
        main()
    finally:
        os._exit(99)


if __name__ == "__main__":
    _serve()
