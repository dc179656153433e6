"""The program `dungeon-host`, also `python -m dungeon_host`.

It runs the package `host` beside this one, whatever other package of that name a program of the user has.
"""

from __future__ import annotations

import sys
from pathlib import Path

# The package imports it; found here, it cannot be a module that lies beside the package.
from typing import NoReturn

FOLDER = Path(__file__).resolve().parents[1]


def import_host() -> None:
    """Import the package `host` that lies beside this one. Modules of it are found in the folder of the package."""
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
