"""`python -m host`, the same as `dungeon-host`."""

from __future__ import annotations

import os
import sys
from typing import NoReturn


def main() -> NoReturn:
    """The command-line program."""
    # No map is large enough for numpy's threads, and starting them takes longer than making one.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from host.cli.main import cli

    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # A terminal that cannot show a character shows a question mark.
            reconfigure(errors="replace")
    cli(prog_name="dungeon-host")


if __name__ == "__main__":
    main()
