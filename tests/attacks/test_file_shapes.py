"""Every kind of file of a mod that Python parses, in shapes that hurt: work grows with the bytes, not their square."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from host import Host
from host.errors import HostError
from host.export.ldtk.reader import segments_from_ldtk
from host.export.readers.donjon import segments_from_donjon
from host.export.readers.text_map import segments_from_text
from host.export.readers.tiled_map import segments_from_tiled
from host.model.segment_file import decode_segment_file, parse_segment_file
from host.mods.finder import find_mods, refuse_manifest
from host.mods.manifest import read_toml
from host.mods.numbers import read_numbers
from host.survey.gate import LimitsError, read_limits
from host.syntax.tree import SyntaxTreeError
from host.tools.profiling.comparison import read_profile
from host.tools.testing import coverage
from tests.helpers import sampled, write_mod
from tests.helpers.charges import ENDLESS

# Bytes of the large texts, less than what the smallest kind may have; the small ones have a quarter.
SIZE = 40_000
MANIFEST = 'id = "m"\nversion = "1.0"\n'


def numbered(unit: str, start: str = "", end: str = "") -> Callable[[int], str]:
    """Return what makes a text of so many bytes that repeats a unit, in which $ is its number."""

    def make(size: int) -> str:
        width = len(unit) + 4
        return start + "".join(unit.replace("$", str(i)) for i in range(size // width)) + end

    return make


SHAPES = {
    **{f"only {sign!r}": numbered(sign) for sign in "\n a1./;[{(\"'#-=,:"},
    "line ends of Windows": numbered("\r\n"),
    "names": numbered("name$\n"),
    "names of one line": numbered("name$ "),
    "one name": numbered("name\n"),
    "no names": numbered("na-me$\n"),
    "keys": numbered("key$ = 1\n"),
    "keys of near names": numbered("versoin$ = 1\n", MANIFEST),
    "dependencies": numbered("m$ = '*'\n", f"{MANIFEST}[dependencies]\n"),
    "tables": numbered("[t$]\n", MANIFEST),
    "tables of a list": numbered("[[t]]\n", MANIFEST),
    "inline": numbered("{a=", "x = "),
    "lists": numbered("[", "x = "),
    "numbers of a list": numbered("1,", "x = [", "]"),
    "comments": numbered("# $\n"),
    "quotes": numbered('"""'),
    "escapes": numbered("\\n", 'x = "', '"'),
    "JSON keys": numbered('"k$":1,', "{", '"k":1}'),
    "JSON lists": numbered("["),
    "JSON tables": numbered('{"layers":[', "", ""),
    "levels of LDtk": numbered('{"identifier":"a$"},', '{"jsonVersion":"1","defs":0,"levels":[', "{}]}"),
    "layers": numbered('{"name":"data $","type":"tilelayer"},', '{"type":"map","layers":[', "{}]}"),
    "tilesets": numbered('{"firstgid":$},', '{"type":"map","layers":[],"tilesets":[', "{}]}"),
    "tiles of a tileset": numbered('{"id":$},', '{"tilecount":9,"tiles":[', '{"id":0}]}'),
    "properties": numbered('{"name":"a$","value":1},', '{"tilecount":9,"properties":[', "{}]}"),
    "rows of a map": numbered("#.@$\n", "# = base.wall\n\n"),
    "XML layers": numbered("<layer name='$'/>", "<map tilewidth='1' tileheight='1'>", "</map>"),
    "XML tiles": numbered("<tile gid='$'/>", "<map><layer width='9' height='9'><data>", "</data></layer></map>"),
    "XML attributes": numbered("a$='1' ", "<map ", "/>"),
    "XML groups": numbered("<group>", "<map>"),
    "XML entities": numbered("&#65;", "<map><layer><data>", "</data></layer></map>"),
    "XML definitions": numbered("<!ENTITY a$ '&a;'>", "<!DOCTYPE map [", "]><map/>"),
    "CSV in XML": numbered("$,", "<map><layer width='9' height='9'><data encoding='csv'>", "1</data></layer></map>"),
    "walls and doors": numbered("#+ ", "", ""),
    "maps": numbered("##\n#+\n\n"),
    "comments of maps": numbered("; $\n#\n"),
    "rows of donjon": numbered("F\tSU\tSUU\t\n"),
    "a row of donjon": numbered("F\t\t"),
    "glyphs": numbered('"$" = 1\n'),
    "meanings": numbered("item a,", "# = base.wall,"),
    "legend": numbered("# = base.wall\n"),
    "functions": numbered('{"name":"f$"},', '{"format":1,"instructions":5,"functions":[', "{}]}"),
    "segments": numbered("segment\nwidth: 1\nheight: 1\ndata:\n1\nrooms:\n0\nend\n", "", "eof\n"),
    "segments without an end": numbered("segment\n"),
    "a row": numbered("1 ", "segment\nwidth: 250\nheight: 250\ndata:\n", "\nend\neof\n"),
    "rows": numbered("1\n", "segment\nwidth: 250\nheight: 250\ndata:\n", "end\neof\n"),
    "rooms": numbered("1 1 1 1\n", "segment\nwidth: 1\nheight: 1\ndata:\n1\nrooms:\n9999\n", "end\neof\n"),
    "switches": numbered("1 1 0\n", "segment\nwidth: 1\nheight: 1\ndata:\n1\nswitches:\n9999\n", "end\neof\n"),
    "sizes": numbered("width: $\n", "segment\n", "end\neof\n"),
    "statements": numbered("x = $\n"),
    "calls": numbered("()", "a"),
    "operators": numbered("a .. ", "x = ", "a"),
    "elseif": numbered("elseif x then ", "if x then ", " end"),
    "functions of Lua": numbered("function() return ", "x = "),
    "brackets": numbered("[=["),
}


# Each part has every third shape of each kind, in turn.
PARTS = 3


def covered(path: Path) -> None:
    coverage.measure({path.parent: {}})


def listed(path: Path) -> None:
    find_mods([path.parent], run_manifest=refuse_manifest)


def loaded(path: Path) -> None:
    Host([path.parent], budgets=ENDLESS, output=[].append)


def tileset(path: Path) -> object:
    layer = '{"type":"tilelayer","name":"data 1","width":1,"height":1,"data":[1]}'
    sizes = '"width":1,"height":1,"tilewidth":1,"tileheight":1,"orientation":"orthogonal"'
    sheet = f'{{"type":"map",{sizes},"layers":[{layer}],"tilesets":[{{"firstgid":1,"source":"a.tsj"}}]}}'
    path.with_name("sheet.tmj").write_text(sheet)
    return segments_from_tiled(path.with_name("sheet.tmj"))


def generated(path: Path) -> None:
    files = {
        "mod.toml": 'id = "m"\nversion = "1.0"\n',
        "init.lua": "pcall(require 'mod.elona_sys.map_loader.Elona122Map'.generate, 'big')",
    }
    mod = write_mod(path.parent / "m", files)
    (mod / "maps").mkdir(exist_ok=True)
    (mod / "maps" / "big.map").write_bytes(path.read_bytes())
    Host([mod], budgets=ENDLESS)


# Name of a file -> what reads it.
KINDS: dict[str, Callable[[Path], object]] = {
    "mod.toml": lambda path: read_toml(path.parent),
    "modules.txt": listed,
    "a.lua": covered,
    "segments.txt": lambda path: parse_segment_file(decode_segment_file(path.read_bytes(), "m/segments.txt"), "m"),
    "sheet.tmj": segments_from_tiled,
    "levels.ldtk": segments_from_ldtk,
    "sheet.tmx": segments_from_tiled,
    "map.txt": segments_from_text,
    "map.tsv": segments_from_donjon,
    "glyphs.toml": read_numbers,
    "mod.lua": loaded,
    "big.map": generated,
    "a.tsj": tileset,
    "survey.toml": lambda path: read_limits(path.read_text(), "survey.toml"),
    "profile.json": read_profile,
}


def seconds_for(read: Callable[[Path], object], path: Path, text: str) -> float:
    """Return the processor time of a reading."""
    path.write_text(text)
    start = process_time()
    with suppress(HostError, LimitsError, SyntaxTreeError):
        read(path)
    return process_time() - start


def grows_too_fast(read: Callable[[Path], object], path: Path, make: Callable[[int], str]) -> bool:
    """Return whether four times as many bytes take more than eight times as long, each time that it is measured."""
    for number in range(3):
        # Caches have another text each time.
        few, many = (seconds_for(read, path, make(size) + "\n" * number) for size in (SIZE // 4, SIZE))
        if many <= 8 * few + 0.1:
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("part", sampled(range(PARTS), 1))
@pytest.mark.parametrize(("number", "name"), [*enumerate(KINDS)])
def test_the_work_for_a_file_grows_with_its_bytes(tmp_path: Path, number: int, name: str, part: int) -> None:
    """Four times as many take about four times as long; what grows with the square takes seconds."""
    path = tmp_path / name
    shapes = [*SHAPES.items()][(part + number) % PARTS :: PARTS]
    assert [shape for shape, make in shapes if grows_too_fast(KINDS[name], path, make)] == []


def test_coverage_reads_many_files_up_to_a_sum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "_MOST_BYTES", 30)
    mod = write_mod(tmp_path / "m", {f"{name}.lua": "local x = 1\n" for name in "abcd"})
    assert [file.lines for file in coverage.measure({mod: {}})] == [(1,), (1,), None, None]
