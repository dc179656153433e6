"""Functions that read files of a mod, or look for a name in them: the charge grows with the work of Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host
from tests.helpers import KTS_SEGMENT, KTS_TILES, write_mod
from tests.helpers.charges import ENDLESS, Meter

# Bytes of the files, names of files, and calls. What grows with a square is worst with the most.
SIZE, COUNT, TIMES = 1_000_000, 1000, 10
SEGMENTS = "kts.LoadSegments({ floor, wall, home_n, home_s }, 'big.txt')"
# Name -> what is called, and what the file repeats; it is the file of the mod itself where that is Lua.
READERS = {
    "class": ("class(nil)", "\n--"),
    "class of a variable": ("class(\nclas)", "\n--"),
    "dofile": ("dofile 'big.txt'", "--\n"),
    "dofile of one line": ("dofile 'big.txt'", "a"),
    "LoadSegments": (SEGMENTS, KTS_SEGMENT.strip().removesuffix("eof")),
    "LoadSegments of lines": (SEGMENTS, "segment\n"),
    "LoadSegments of a line": (SEGMENTS, "9 "),
    "read_all": ("require 'api.Fs'.read_all 'big.txt'", "a\n"),
    "open": ("require 'api.Fs'.open 'big.txt':read '*a'", "a\n"),
    "generate": ("require 'mod.elona_sys.map_loader.Elona122Map'.generate 'big'", "# = base.wall\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_what_reads_files_is_charged_for_them(name: str, tmp_path: Path) -> None:
    call, unit = READERS[name]
    text = (unit * (SIZE // len(unit) + 1)) + "\n"
    if name.startswith("class"):
        assert_paid(tmp_path, call, {}, end=text)
    else:
        assert_paid(tmp_path, call, {"big.txt": text, "maps/big.map": text, "big.lua": text})


def assert_paid(folder: Path, call: str, files: dict[str, str], end: str = "") -> None:
    """Assert that calls in a mod with these files are charged for what they take; `end`: more of its init.lua."""
    meter = Meter()
    init = f"{KTS_TILES} print 'begin calls' for i = 1, {TIMES} do pcall(function() {call} end) end print 'end'\n{end}"
    mod = write_mod(folder / "m", {"mod.toml": 'id = "m"\nversion = "1.0"\n', "init.lua": init, **files})
    with meter.watch():
        Host([mod], budgets=ENDLESS, output=meter.listen)
    assert len(meter.spent) == 1
    assert not meter.unpaid


# Calls with a number i that is another one each time.
NAMES = {
    "a module": "require('nothing' .. i)",
    "a path": "require('a.b.nothing' .. i)",
    "a file": "dofile('nothing' .. i .. '.txt')",
    "a file of segments": "kts.LoadSegments({}, 'nothing' .. i)",
    "fields": "local t = {} for k = 1, 100 do t['accesss' .. i .. '_' .. k] = 1 end kts.Tile(t)",
    "a dialect": "require('host.nothing' .. i)",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_compares_names_is_charged_for_them(name: str, tmp_path: Path) -> None:
    files = {f"notihng{i}.{ending}": "" for i in range(COUNT) for ending in ("lua", "txt")}
    assert_paid(tmp_path, NAMES[name], files)
