"""Obsolete snapshots: files beside tests that no test compares any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host.errors import HostError
from host.mods.files import locate

# "larder_test.brie.txt": the stem of the test file, which may have dots, and the name, which has none.
_NAME = re.compile(r"(.+)\.([^.]+)\.txt")


@dataclass(slots=True)
class _FileUse:
    """What the tests of a file did: all tests, those that passed, and the snapshots that these compared."""

    mod: Path
    tests: int = 0
    passed: int = 0
    names: set[str] = field(default_factory=set)

    @property
    def is_complete(self) -> bool:
        """Whether every test of the file passed: another one may compare more snapshots."""
        return self.passed == self.tests > 0


class SnapshotUses:
    """The snapshots that the tests of a session compared."""

    def __init__(self) -> None:
        # Test file -> what its tests did.
        self._files: dict[Path, _FileUse] = {}

    def add_file(self, mod: Path, path: Path, tests: int) -> None:
        """Note that a test file has a number of tests, which may not all run."""
        self._files.setdefault(path, _FileUse(mod)).tests = tests

    def add_test(self, path: Path, names: list[str], *, passed: bool) -> None:
        """Note the snapshots that a test compared."""
        use = self._files[path]
        use.passed += passed
        use.names.update(names)

    def to_data(self) -> list[Any]:
        """Return plain data, for another process."""
        return [
            [str(path), str(use.mod), use.tests, use.passed, sorted(use.names)] for path, use in self._files.items()
        ]

    def add_data(self, data: list[Any]) -> None:
        """Add what `to_data` returned in another process, which ran some of the tests."""
        for path, mod, tests, passed, names in data:
            use = self._files.setdefault(Path(path), _FileUse(Path(mod)))
            use.tests, use.passed = max(use.tests, tests), use.passed + passed
            use.names.update(names)

    def obsolete(self) -> list[Path]:
        """Return the snapshots that no test compares: of files whose tests all passed, and of files that are gone."""
        found: set[Path] = set()
        for path, use in self._files.items():
            if use.is_complete:
                found.update(self._obsolete_beside(path, use))
        return sorted(found)

    def _obsolete_beside(self, path: Path, use: _FileUse) -> Iterator[Path]:
        try:
            folder = locate(use.mod, (path.parent / "snapshots").relative_to(use.mod).as_posix())
            files = [file for file in folder.iterdir() if file.is_file() and not file.is_symlink()]
        except (HostError, OSError):
            return
        for file in files:
            match = _NAME.fullmatch(file.name)
            if match is None:
                continue
            if match[1] == path.stem:
                if match[2] not in use.names:
                    yield file
            elif not (path.parent / f"{match[1]}.lua").exists():
                yield file
