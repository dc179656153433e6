"""What the studio shows first, and what it says about a map."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.engine.engine import Engine
from host.studio.loaded_mods import describe_mods
from tests.helpers import run_command, write_mod
from tests.studio.running import RunningStudio


def write_generators(folder: Path, *names: str, dependencies: str = "") -> Path:
    register = 'require("host.generators").register_generator'
    make = 'function() return require("host.toolbox").caves { width = 20, height = 20 }:map() end'
    lines = [f'{register} {{ id = "{name}", generate = {make} }}' for name in names]
    manifest = f'id = "{folder.name}"\nversion = "1"\ndependencies = {{ {dependencies} }}\n'
    return write_mod(folder, {"mod.toml": manifest, "init.lua": "\n".join(lines)})


@pytest.fixture(scope="module")
def mods(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mods")
    write_generators(folder / "many" / "pair", "late", "early")
    write_generators(folder / "many" / "lone", "hall")
    write_generators(folder / "many" / "bare")
    write_generators(folder / "on_base", dependencies='base = "*"')
    return folder


@pytest.mark.parametrize(
    ("folders", "target", "folder", "first"),
    [
        (["many/pair"], None, "many/pair", "pair.late"),
        (["many/lone", "many/pair"], None, "many/pair", "pair.late"),
        (["many/pair", "many/lone"], None, "many/lone", "lone.hall"),
        (["many"], None, "many", "lone.hall"),
        (["many/pair", "many/bare"], None, "many/bare", "pair.late"),
        (["many/pair", "many/lone"], "pair", None, "pair.late"),
        (["many/pair", "many/lone"], "pair.early", "many/lone", "pair.early"),
        (["many/lone"], "caves", None, "caves"),
        (["on_base"], None, "on_base", "base"),
        (["many/bare"], None, "many/bare", None),
    ],
)
def test_the_first_generator_is_one_of_the_mod_that_the_studio_is_for(
    mods: Path, folders: list[str], target: str | None, folder: str | None, first: str | None
) -> None:
    engine = Engine([mods / name for name in folders])
    assert describe_mods(engine, 2, target, folder and str(mods / folder))["first"] == first


def test_what_is_shown_first_is_not_made_yet_so_there_is_no_warning(tmp_path: Path) -> None:
    files = {
        "mod.toml": 'id = "vale"\nversion = "1"\ndialects = ["areas"]\n[dependencies]\nbase = "*"\n',
        "init.lua": 'data:add { _type = "base.area_generator", _id = "vale", on_generate_floor = function() end }\n'
        'data:add { _type = "base.unique_area", _id = "vale", area_generator = "vale.vale" }\n',
    }
    engine = Engine([write_mod(tmp_path / "vale", files)])
    assert describe_mods(engine, 2, None, None)["first"] == "base"
    assert engine.warnings == []


needs_studio = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")


@pytest.mark.slow
@needs_studio
def test_a_mod_with_several_generators_shows_one(mods: Path) -> None:
    pytest.importorskip("starlette")
    with RunningStudio(mods / "many" / "pair", "--mods", mods / "many" / "lone") as studio:
        state = studio.ask("/api/state").data()
        assert (state["title"], state["first"]) == ("pair", "pair.late")
        assert "width" in studio.make(state["first"])


@pytest.mark.slow
@needs_studio
def test_the_page_and_the_command_count_the_same() -> None:
    pytest.importorskip("starlette")
    with RunningStudio("critters", "--mods", "base") as studio:
        state = studio.ask("/api/state").data()
        ids = [generator["id"] for generator in state["generators"] if generator["mod"] in ("base", "critters")]
        assert {identity.partition(".")[0] for identity in ids} == {"base", "critters"}
        assert state["first"].startswith("critters.")
        for identity in ids:
            made = studio.make(identity)
            sides = f"{made['width']} × {made['height']} squares"
            printed = run_command(*made["command"].split()[1:]).stdout.replace("\n", " ")
            assert ", ".join([sides, *made["counts"]]) in printed
            assert any(text[0].isdigit() for text in made["counts"])
