"""`python -m host.reference` writes stubs/ and docs/api/ of a checkout anew, or says with --check what differs."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from host.paths import LUA, stubs
from host.reference.books import all_books
from host.reference.pages import page_files
from host.reference.stubs import stub_files

PAGES = LUA.parent / "docs" / "api"


def differences() -> list[str]:
    """What would be written otherwise, added or removed; nothing when all is as it is declared."""
    found = []
    for folder, files in _made():
        there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        found += [f"{folder.name}/{name} is left over" for name in sorted(there - files.keys())]
        found += [
            f"{folder.name}/{name} differs"
            for name, text in files.items()
            if name not in there or (folder / name).read_text(encoding="utf-8") != text
        ]
    return found


def write() -> None:
    """Write all files, and remove what is left over."""
    for folder, files in _made():
        shutil.rmtree(folder, ignore_errors=True)
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")


def _made() -> list[tuple[Path, dict[str, str]]]:
    books = all_books()
    return [(stubs(), stub_files(books)), (PAGES, page_files(books))]


def main() -> int:
    """1 when --check finds a difference."""
    if sys.argv[1:] != ["--check"]:
        write()
        return 0
    found = differences()
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
