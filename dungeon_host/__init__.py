"""The program `dungeon-host`, also `python -m dungeon_host`.

It runs the package `host` beside this one, also where a program of the user has another package of that name.
"""

from __future__ import annotations

import sys
from pathlib import Path

# Imported before the path changes: a file typing.py beside this package cannot take the place of the module.
from typing import NoReturn

FOLDER = Path(__file__).resolve().parents[1]


def import_host() -> None:
    """Import the package `host` beside this one. Python then looks for the modules of the package in its folder."""
    sys.path.insert(0, str(FOLDER))
    try:
        import host  # noqa: F401
    finally:
        sys.path.remove(str(FOLDER))


def main() -> NoReturn:
    """Run the command line."""
    import_host()
    from host.__main__ import main as run

    run()
