"""`python -m host`, the same as `dungeon-host`."""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn


def main() -> NoReturn:
    """The command-line program."""
    try:
        _run()
    except KeyboardInterrupt:
        # Commands report it themselves; this one came while modules were imported.
        from host.errors import EXIT_INTERRUPTED

        sys.stderr.write("interrupted\n")
        _leave(EXIT_INTERRUPTED)


def _run() -> NoReturn:
    # `python -m` imports from the current folder, which may be the folder of a mod from a stranger.
    # A folder that was removed holds no modules.
    with suppress(FileNotFoundError):
        if sys.path[0] == str(Path.cwd()) and not Path(__file__).is_relative_to(sys.path[0]):
            del sys.path[0]
    from host.process import collect_rarely

    collect_rarely()
    # No map is large enough for numpy's threads, and starting them takes longer than making one.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from host.cli.main import cli

    if "_DUNGEON_HOST_COMPLETE" in os.environ:
        # A shell asks; this adds how Bash splits words.
        import host.cli.completion  # noqa: F401

    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # It was closed: nothing reads what is written there, and no other file may get its number.
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # A terminal that cannot show a character shows a question mark.
            reconfigure(errors="replace")
    try:
        cli(prog_name="dungeon-host")
    except SystemExit as end:
        _leave(end.code)
    _leave(0)


def _leave(code: object) -> NoReturn:
    """End the process at once: taking the interpreter apart takes a fifth of a whole run, for nothing."""
    atexit._run_exitfuncs()  # noqa: SLF001 - there is no public way, and this one is as old as atexit
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
        code = 1
    # A reader that closed the pipe needs no more output.
    with suppress(BrokenPipeError):
        sys.stderr.flush()
    try:
        with suppress(BrokenPipeError):
            sys.stdout.flush()
    except OSError as error:
        os.write(2, f"error: standard output cannot be written: {error.strerror}\n".encode())
        os._exit(1)
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    main()
