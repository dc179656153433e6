"""Functions that read files of a mod, or look for a name in them: the charge grows with the work of Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host
from tests.helpers import KTS_SEGMENT, KTS_TILES, write_mod
from tests.helpers.charges import ENDLESS, Meter

# Bytes of the files, and calls of each.
SIZES, TIMES = (250_000, 500_000, 1_000_000), 10
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


@pytest.mark.parametrize("name", READERS)
def test_what_reads_files_is_charged_for_them(name: str, tmp_path: Path) -> None:
    call, unit = READERS[name]
    meter = Meter()
    for size in SIZES:
        text = (unit * (size // len(unit) + 1)) + "\n"
        init = f"print 'begin {size}' for i = 1, {TIMES} do pcall(function() {call} end) end print 'end'\n"
        files = {"mod.toml": f'id = "m{size}"\nversion = "1.0"\n', "init.lua": KTS_TILES + init}
        if name.startswith("class"):
            files["init.lua"] += text
        else:
            files |= {"big.txt": text, "maps/big.map": text, "big.lua": text}
        mod = write_mod(tmp_path / f"m{size}", files)
        with meter.watch():
            Host([mod], budgets=ENDLESS, output=meter.listen)
    assert len(meter.spent) == len(SIZES)
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


@pytest.mark.parametrize("name", NAMES)
def test_what_compares_names_is_charged_for_them(name: str, tmp_path: Path) -> None:
    meter = Meter()
    for count in (250, 500, 1000):
        init = f"print 'begin {count}' for i = 1, {TIMES} do pcall(function() {NAMES[name]} end) end print 'end'\n"
        files = {f"notihng{i}.{ending}": "" for i in range(count) for ending in ("lua", "txt")}
        mod = write_mod(
            tmp_path / f"m{count}",
            {"mod.toml": f'id = "m{count}"\nversion = "1.0"\n', "init.lua": init, **files},
        )
        with meter.watch():
            Host([mod], budgets=ENDLESS, output=meter.listen)
    assert not meter.unpaid
