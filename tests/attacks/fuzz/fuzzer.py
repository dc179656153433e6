"""A process that runs random programs, and is killed when one hangs."""

from __future__ import annotations

import ast
import select
import subprocess
import sys
from types import TracebackType

# Seconds for one program: long after its limits, so only what hangs for ever gets here.
PATIENCE = 60.0


class Worker:
    """Runs programs in a process, and in a new one after a program that hangs or ends the process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._kill()

    def run(self, seed: int) -> str:
        """Run the program of a seed, and return how it ended; see `tests.attacks.fuzz.worker.run`."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.attacks.fuzz.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{seed}\n")
        self._process.stdin.flush()
        if not select.select([self._process.stdout], [], [], PATIENCE)[0]:
            self._kill()
            return f"BROKEN: it runs for more than {PATIENCE:g} s"
        line = self._process.stdout.readline()
        if not line:
            code = self._process.wait()
            self._kill()
            return f"BROKEN: the process ended with {code}"
        return str(ast.literal_eval(line))

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
