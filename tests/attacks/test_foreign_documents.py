"""TOML and JSON of strangers that the parent parses: any value anywhere, and files that are huge or no files."""

from __future__ import annotations

import copy
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from host import Host, Map
from host.errors import HostError
from host.export.ldtk.reader import segments_from_ldtk
from host.export.ldtk.segments import segment_levels
from host.export.readers.tiled_map import segments_from_tiled
from host.model.segment_file import parse_segment_file
from host.mods import toml
from host.mods.manifest import MOST_MANIFEST_BYTES, read_toml
from host.survey.gate import LimitsError, read_limits
from host.tools.profiling.comparison import read_profile
from tests.export.readers.test_tiled_xml import to_xml
from tests.export.test_tiled import exported
from tests.helpers import examples, run_command

JUNK = [None, True, -1, 2**31, 2**63, 10**400, 1.5, 1e308, float("nan"), float("inf"), "", "x" * 300, "\ud800", [], {}]
PROFILE = {
    "format": 1,
    "instructions": 5,
    "functions": [{"name": "f", "file": "m/init.lua", "line": 1, "instructions": 5, "host_instructions": 1}],
}


def write_json(path: Path, data: Any) -> Path:
    path.write_text(json.dumps(data))
    return path


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield (list or table, key) of each value; of a long list only the first ones."""
    keys = list(value) if isinstance(value, dict) else range(min(2, len(value))) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from spots(value[key])


def each_change(document: Any) -> Iterator[Any]:
    """Yield the document with each value replaced by each piece of junk, and left out; then a change is undone."""
    document = copy.deepcopy(document)
    for place, key in list(spots(document)):
        value = place[key]
        for junk in JUNK:
            place[key] = junk
            yield document
        if isinstance(place, dict):
            del place[key]
            yield document
        place[key] = value


@pytest.fixture(scope="module")
def game_map() -> Map:
    return Host(["base"]).generate("base", seed=1, dungeon="tiny")


def check(read: Callable[[Any], object], document: Any) -> None:
    """Read each change of a document, in `make test` every fifth: two in a row have other values at other places."""
    refused = longest = 0
    for changed in islice(each_change(document), 0, None, 100 // examples(100)):
        try:
            read(changed)
        except HostError as error:
            refused += 1
            longest = max(longest, len(str(error)))
    assert refused
    assert longest < 2000


@pytest.mark.slow
def test_maps_with_any_value_are_read_or_refused(game_map: Map) -> None:
    document = json.loads(game_map.to_json())
    for name in ("items", "creatures", "doors", "chests", "segments", "rooms", "mods", "homes"):
        document[name] = document.get(name, [])[:1]
    check(lambda changed: Map.from_json(json.dumps(changed)), document)


def test_profiles_with_any_value_are_read_or_refused(tmp_path: Path) -> None:
    check(lambda changed: read_profile(write_json(tmp_path / "a.json", changed)), PROFILE)


@pytest.mark.slow
def test_maps_of_tiled_with_any_value_are_read_or_refused(game_map: Map, tmp_path: Path) -> None:
    game_map.save(tmp_path / "a.tmj", tile_size=8)
    document = json.loads((tmp_path / "a.tmj").read_text())
    document["layers"] = [document["layers"][0], next(layer for layer in document["layers"] if layer.get("objects"))]
    for layer in document["layers"]:
        layer["objects"] = layer.get("objects", [])[:1]
    document["tilesets"][0]["tiles"] = document["tilesets"][0]["tiles"][:1]
    check(lambda changed: segments_from_tiled(write_json(tmp_path / "b.tmj", changed)), document)


def test_maps_of_tiled_in_xml_with_any_value_are_read_or_refused(tmp_path: Path) -> None:
    text = to_xml(json.loads(exported(tmp_path).read_text()))
    refused = longest = 0
    for value in re.finditer(r"(?<==)(['\"]).*?\1", text):
        for junk in ("", "-1", "1e9", "9" * 30, "1.5", "nan", "x" * 300, "true", "&#65;", "&lt;", "\n"):
            path = tmp_path / "a.tmx"
            path.write_text(f"{text[: value.start() + 1]}{junk}{text[value.end() - 1 :]}")
            try:
                segments_from_tiled(path)
            except HostError as error:
                refused += 1
                longest = max(longest, len(str(error)))
    assert refused > 100
    assert longest < 2000


@pytest.mark.slow
def test_levels_of_ldtk_with_any_value_are_read_or_refused(tmp_path: Path) -> None:
    text = "segment\nwidth: 1\nheight: 1\ndata:\n1\nswitches:\n1\n0 0 1 open 2 5 6\nrooms:\n1\n0 0 3 3\nend\neof\n"
    path = tmp_path / "a.ldtk"
    (levels,) = (c for name, c in segment_levels(parse_segment_file(text, "a"), path, 8).items() if name == path)
    document = json.loads(levels)
    check(lambda changed: segments_from_ldtk(write_json(path, changed)), document)


@pytest.mark.parametrize("text", ["[" * 10**6, '{"a":' * 10**5, "9" * 5000, '{"width": 1e400}', "\ud800", "nul", ""])
def test_json_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text, errors="surrogatepass")
    for read in (
        lambda: Map.from_json(text),
        lambda: read_profile(path),
        lambda: segments_from_tiled(path),
        lambda: segments_from_ldtk(path),
    ):
        with pytest.raises(HostError):
            read()


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_huge(path: Path) -> None:
    path.touch()
    os.truncate(path, 2**40)


FILES = {
    "pipe": make_pipe,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "huge": make_huge,
    "folder": Path.mkdir,
}


FOREIGN_MAPS = ("map.tmj", "map.tmx", "map.ldtk", "map.txt", "map.png", "map.tsv")


@pytest.mark.parametrize("make", FILES)
def test_files_that_are_none_are_not_waited_for(tmp_path: Path, make: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("mod.toml", "survey.toml", "profile.json", *FOREIGN_MAPS, "table.toml"):
        FILES[make](tmp_path / name)
    survey = tmp_path / "a.survey"
    Host(["base"]).survey("base", count=1, path=survey, metrics="none", options={"dungeon": "tiny"})
    assert read_toml(tmp_path)[0] is None
    assert run_command("survey", "gate", survey, "--limits", tmp_path / "survey.toml").exit_code == 2
    result = run_command("profile", "generate", "base", "--compare", tmp_path / "profile.json")
    assert result.exit_code
    assert "Traceback" not in result.output
    (tmp_path / "whole.txt").write_text("#\n")
    (tmp_path / "whole.toml").write_text('"#" = 1\n')
    imports: list[tuple[str, ...]] = [(name,) for name in FOREIGN_MAPS]
    imports += [("map.txt", "--table", "whole.toml"), ("whole.txt", "--table", "table.toml")]
    monkeypatch.chdir(tmp_path)
    for words in imports:
        result = run_command("segments", "import", *words, "-o", "a.txt")
        assert result.exit_code
        assert "Traceback" not in result.output


# Shapes of TOML whose work or memory could grow faster than their length; n is the number of bytes.
TOML: dict[str, Callable[[int], str]] = {
    "limits": lambda n: "\n".join(f"m.x{i}.mean = [0, 1]" for i in range(n // 22)),
    "long keys": lambda n: "\n".join(f"a{'.b' * 15}.c{i} = [0, 1]" for i in range(n // 48)),
    "tables": lambda n: "\n".join(f"[m.x{i}]\nmean = [0, 1]" for i in range(n // 24)),
    "deep tables": lambda n: "\n".join(f"[a{'.b' * 15}.c{i}]" for i in range(n // 42)),
    "one line": lambda n: "a = {" + ", ".join(f"x{i} = {{ mean = [0, 1] }}" for i in range(n // 26)) + "}",
    "deep in a line": lambda n: f"a = {'{b = ' * 150}[{'0,' * (n // 4)}]{'}' * 150}",
    "lines of a list": lambda n: "m.x.mean = [\n" + "0,\n" * (n // 3) + "]",
    "nothing": lambda n: "\n" * n,
    "comments": lambda n: "#\n" * (n // 2),
    "a key": lambda n: f"{'a' * n} = 1",
    "dots": lambda n: f"a{'.b' * (n // 2)} = 1",
    "a number": lambda n: f"a.mean = 0x{'f' * n}",
    "digits": lambda n: f"a.mean = {'9' * n}",
    "brackets": lambda n: "a = " + "[" * n,
    "a text": lambda n: f'a.mean = "{"x" * n}"',
    "several texts": lambda n: 'a.mean = """' + "\\\n" * (n // 2) + '"""',
}


def count_calls(function: Callable[[], object]) -> int:
    """Return how many calls of functions, of Python and of C, a function takes."""
    calls = longest = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function()
    except HostError as error:
        longest = len(str(error))
    finally:
        sys.setprofile(before)
    assert longest < 1000
    return calls


@pytest.mark.parametrize("shape", TOML)
@pytest.mark.parametrize("reader", ["limits", "manifest"])
def test_the_work_of_toml_follows_its_length(tmp_path: Path, shape: str, reader: str) -> None:
    def read(size: int) -> int:
        toml._parse.cache_clear()
        text = TOML[shape](size)
        if reader == "limits":
            return count_calls(lambda: read_limits(text, "x"))
        (tmp_path / "mod.toml").write_text(text)
        return count_calls(lambda: read_toml(tmp_path))

    few, many = read(2**11), read(2**14)
    assert many < 8 * few * 1.3 + 2000


def test_large_toml_is_not_parsed(tmp_path: Path) -> None:
    (tmp_path / "mod.toml").write_text("#" * (MOST_MANIFEST_BYTES + 1))
    _, errors = read_toml(tmp_path)
    assert "must have at most 131072" in str(errors[0])
    (tmp_path / "a.survey").touch()


@pytest.mark.parametrize(
    "value", ["0x" + "f" * 400, "0x" + "f" * 50_000, "1e999", "-inf", "1979-05-27", "[0, 0x" + "f" * 400 + "]"]
)
@pytest.mark.parametrize("key", ["failures.max", "density.mean", "density", "a.b.c"])
def test_numbers_of_limits_are_bounded(key: str, value: str) -> None:
    with pytest.raises(LimitsError, match=f"line 2: {key} is|line 2: "):
        read_limits(f"\n{key} = {value}", "x")


def test_a_slot_that_a_square_lacks_is_refused(game_map: Map) -> None:
    document = json.loads(game_map.to_json())
    document["stored"][0]["slot"] = 3
    with pytest.raises(HostError, match="has no tile in slot 3"):
        Map.from_json(json.dumps(document))


def test_a_refused_value_is_shown_in_bounded_length(game_map: Map) -> None:
    document = json.loads(game_map.to_json())
    for name, value in (
        ("version", "x" * 10**6),
        ("width", [1] * 10**5),
        ("homes", [{"x": 1, "y": 1, "facing": "x" * 10**6}]),
    ):
        with pytest.raises(HostError) as caught:
            Map.from_json(json.dumps({**document, name: value}))
        assert len(str(caught.value)) < 700
