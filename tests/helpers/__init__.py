"""Helpers of all tests: write mods, load them, run scripts and commands, and catch what they raise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

import pytest
from click.testing import CliRunner, Result
from hypothesis import settings

from host import Budgets, Host, HostError
from host import Map as ShownMap
from host.cli.main import cli
from host.errors import HostErrors, InternalError, ModError
from host.model.game_map import GameMap, model_of

# The root of the repository.
ROOT = Path(__file__).parents[2]

# The smallest set of kts prototypes that can lay out a dungeon: tiles, homes in four directions, items, monsters.
KTS_TILES = """
wall = kts.Tile { access = {} }
floor = kts.Tile { items = "floor", depth = 5 }
door = kts.Tile { type = "door", access = { walking = "approach" }, lock_chance = 0.5 }
home_n = kts.Tile { type = "home", facing = "north", access = { walking = "approach" } }
home_e = kts.Tile { type = "home", facing = "east", access = { walking = "approach" } }
home_s = kts.Tile { type = "home", facing = "south", access = { walking = "approach" } }
home_w = kts.Tile { type = "home", facing = "west", access = { walking = "approach" } }
kts.SetRotate(home_n, home_e, home_s, home_w)
kts.SetReflect(home_e, home_w)
key = kts.ItemType { type = "backpack", key = 1 }
lockpicks = kts.ItemType { type = "held", key = -1 }
coin = kts.ItemType { type = "backpack" }
bat = kts.MonsterType { type = "flying" }
rat = kts.MonsterType { type = "walking" }
"""

# A line of a manifest.
KTS_ONLY = 'dialects = ["kts"]'

# A segment of a room with two homes. Numbers: 1 floor, 2 wall, 3 home to the north, 4 home to the south.
KTS_SEGMENT = """
segment
name: a room with two homes
width: 5
height: 5
data:
1 1 3 1 1
1 1 1 1 1
1 1 1 1 1
1 1 1 1 1
1 1 4 1 1
rooms:
1
0 0 7 7
end
eof
"""

# Types of the fixtures `make_mod` and `mod_one`, and of `run_lua`.
MakeMod = Callable[..., Path]
RunLua = Callable[..., "ScriptRun"]
# What a check of `check_cases` takes.
Case = TypeVar("Case")


@dataclass
class ScriptRun:
    """What a script printed, line by line, and the map it left, as the host has it."""

    lines: list[str]
    map: GameMap
    host: Host

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def shown(self) -> ShownMap:
        """The map as programs see it."""
        return ShownMap(self.map)


class ScriptHost:
    """A host that runs scripts, each at the start of a new game."""

    def __init__(self, mods: Sequence[Path | str]) -> None:
        # Lines of the present game, which go on to grow when a test plays the game further.
        self._lines: list[str] = []
        # Some scripts call every function with every value, on a machine that does other things.
        budgets = Budgets(seconds=600)
        self.host = Host(mods, budgets=budgets, output=lambda line: self._lines.append(line))
        # Output of mods while they load belongs to the first script.
        self._has_run = False

    def run(self, script: str, folder: Path, *, has_tiles: bool = True, players: int = 2, **game: Any) -> ScriptRun:
        """Write a script into a folder and run it. With `has_tiles`, `T` is the namespace of the mod "tiles"."""
        if self._has_run:
            self._lines = []
        self._has_run = True
        folder.mkdir(exist_ok=True)
        path = folder / "script.lua"
        head = 'local T = require "tiles"; ' if has_tiles else ""
        path.write_text(head + dedent(script), encoding="utf-8")
        shown = self.host.run_script(path, **{"seed": 1, "players": players, **game})
        return ScriptRun(self._lines, model_of(shown), self.host)


# -- mods


def write_tiles(folder: Path, load: str, files: Mapping[str, str] | None = None) -> Path:
    """Write the mod "tiles": KTS_TILES, a file segments.txt, and then the Lua in `load`."""
    init = f'mod.RegisterMod {{ name = "tiles" }}\n{KTS_TILES}\n{dedent(load)}'
    return write_mod(folder, {"init.lua": init, "segments.txt": KTS_SEGMENT, **(files or {})})


def dedent(text: str) -> str:
    return textwrap.dedent(text).lstrip("\n")


def write_mod(folder: Path, files: Mapping[str, str]) -> Path:
    """Write a mod folder; file names may have slashes."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(content), encoding="utf-8")
    return folder


def collect_output(*mods: Path | str, **options: Any) -> list[str]:
    """Load mods and return the lines that they print. Options go to `Host`."""
    lines: list[str] = []
    Host(mods, output=lines.append, **options)
    return lines


def catch_load_error(*mods: Path | str, **options: Any) -> HostError:
    """Load mods and return the error that this raises. Options go to `Host`."""
    with pytest.raises(HostError) as caught:
        Host(mods, output=lambda _: None, **options)
    return caught.value


def catch_load_errors(*mods: Path | str) -> list[HostError]:
    """Load mods and return all errors that this raises together."""
    error = catch_load_error(*mods)
    return list(error.errors) if isinstance(error, HostErrors) else [error]


def strip_location(error: HostError, file: str) -> str:
    """Return the text of an error without the location at its front, which must be in `file`."""
    assert isinstance(error, ModError)
    assert not isinstance(error, InternalError), error
    assert (error.mod, error.file) == (file.split("/")[0], file)
    return re.sub(rf"^{re.escape(file)}:\d+: ", "", str(error))


# -- commands


def run_command(*words: str | Path) -> Result:
    """Run `dungeon-host words…` in this process; standard output and standard error stay apart."""
    # The command may set variables for the processes that it starts.
    with mock.patch.dict(os.environ):
        return CliRunner().invoke(cli, [str(word) for word in words], prog_name="dungeon-host")


def run_process(*words: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run `dungeon-host words…` in a new process."""
    return subprocess.run(
        [sys.executable, "-m", "host", *(str(word) for word in words)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **options,
    )


# -- cases


def check_cases(cases: Sequence[tuple[str, Case]], check: Callable[[Case], object]) -> None:
    """Check cases, each of which has a name, one by one; fail with the names and the errors of all that fail.

    For many tiny cases in one loaded host: to collect and to report a test takes several milliseconds.
    """
    assert cases
    failures: list[tuple[str, BaseException]] = []
    for name, case in cases:
        try:
            check(case)
        except (Exception, pytest.fail.Exception) as error:
            failures.append((name, error))
    if failures:
        lines = [f"{name}: {type(error).__name__}: {error}".partition("\n")[0] for name, error in failures]
        # The traceback of the first is shown.
        raise AssertionError("\n".join((f"{len(failures)} of {len(cases)} cases fail:", *lines))) from failures[0][1]


def spread(count: int, total: int) -> set[int]:
    """Return so many numbers below the total, evenly spread, 0 among them; all when there are not so many."""
    return {number * total // count for number in range(count)} if count < total else set(range(total))


def sampled(values: Iterable[Any], count: int, *, names: int = 1) -> list[Any]:
    """Return values for `parametrize` of which `make test` takes `count`, evenly spread, and `make test-all` all.

    names: how many parameters a test has; for several, each value is a tuple.
    """
    listed = list(values)
    chosen = spread(count, len(listed))
    return [
        value if number in chosen else pytest.param(*(value if names > 1 else (value,)), marks=pytest.mark.sweep)
        for number, value in enumerate(listed)
    ]


def examples(count: int) -> int:
    """Return how many random examples a test tries: all in `make test-all`, and a fifth in `make test`."""
    return max(1, count * settings.default.max_examples // 100)


# -- documentation


def read_table(page: str, head: str) -> list[list[str]]:
    """Return the cells of the rows of a table in docs/PAGE.md, whose head has these cells."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    table = text.split(f"| {head} |\n", 1)[1].split("\n\n", 1)[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[1:]]


def check_table_of_tests(page: str, holding: Mapping[str, Sequence[str]]) -> None:
    """Assert that each row of the table of what runs, in docs/PAGE.md, has a state and names the files of its tests.

    `holding`: the beginning of the subject of each row, and the tests that fail when the row is wrong, FILE.TEST.
    """
    paths = [path for folder in ("dialects", "save") for path in (ROOT / "tests" / folder).rglob("test_*.py")]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in paths}
    rows = read_table(page, "of the original | state | test")
    for (subject, state, files), (beginning, tests) in zip(rows, holding.items(), strict=True):
        assert subject.startswith(beginning)
        assert re.fullmatch(r"complete|partial: .+|out(: .+)?", state), subject
        assert set(files.split(", ")) <= {f"{test.partition('.')[0]}.py" for test in tests}, subject
        for test in tests:
            file, _, name = test.partition(".")
            assert f"\ndef {name}(" in texts[file], test


# -- statistics


def assert_shares(counts: Counter[Any], shares: Mapping[Any, float]) -> None:
    """Assert with a chi-square test that counts are drawn from shares, which sum up to 1.

    The bound lies about five standard deviations above the mean, so that only a wrong distribution exceeds it.
    """
    total = counts.total()
    assert set(counts) <= {key for key, share in shares.items() if share}
    chi = sum((counts[key] - total * share) ** 2 / (total * share) for key, share in shares.items() if share)
    freedom = max(1, len(shares) - 1)
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 3, (chi, counts)
