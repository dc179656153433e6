"""The command `show`: maps from JSON, and the sprites of mods."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from host import Host
from host.model.appearance import SPRITES
from host.paths import bundled_ids
from tests.helpers import ROOT, run_command

# Grounds and walls, which are drawn with their neighbours.
GROUNDS = {"floor", "wall"}


def test_every_thing_of_the_bundled_mods_has_a_sprite() -> None:
    for mod in bundled_ids():
        listed = json.loads(run_command("show", "--sprites", mod, "--json").stdout)
        assert len(listed) > 5, mod
        # There are no exceptions.
        assert [thing["id"] for thing in listed if thing["sprite"] not in SPRITES | GROUNDS] == []
        kinds = {(thing["kind"], thing["id"]): thing["sprite"] for thing in listed}
        loaded = Host([mod], output=lambda _: None)
        assert {(thing.kind, thing.id): thing.sprite for thing in loaded.sprites(mod)} == kinds


@pytest.mark.parametrize(
    ("mod", "identity", "sprite"),
    [
        ("base", "base.bookcase_h", "shelf"),
        ("base", "base.statue_knight", "statue"),
        ("base", "base.scroll_graves", "scroll"),
        ("base", "base.tomb_guard", "guard"),
        ("critters", "critters.spikes", "trap"),
        ("critters", "critters.potion", "flask"),
        ("overworld", "overworld.old_map", "scroll"),
        ("overworld", "overworld.big_blob", "slime"),
        ("undercroft", "undercroft.bones", "skeleton"),
        ("trials", "trials.way_out", "stairs"),
    ],
)
def test_words_choose_the_sprite(mod: str, identity: str, sprite: str) -> None:
    listed = json.loads(run_command("show", "--sprites", mod, "--json").stdout)
    assert [thing["sprite"] for thing in listed if thing["id"] == identity] == [sprite]


def test_without_a_mod_the_keys_are_listed() -> None:
    assert set(run_command("show", "--sprites").stdout.split()) == SPRITES
    listed = json.loads(run_command("show", "--sprites", "--json").stdout)
    assert {thing["id"] for thing in listed} == SPRITES
    assert all(thing["id"] == thing["sprite"] for thing in listed)


def test_the_sheet_of_the_documentation_is_what_the_command_draws(tmp_path: Path) -> None:
    file = tmp_path / "sprites.png"
    assert run_command("show", "--sprites", "-o", file).exit_code == 0
    drawn, shown = (
        np.asarray(Image.open(io.BytesIO(path.read_bytes())))
        for path in (file, ROOT / "docs" / "pictures" / "sprites.png")
    )
    assert np.array_equal(drawn, shown)


@pytest.mark.parametrize("form", ["png", "svg"])
def test_a_sheet_shows_each_thing_of_a_mod(form: str, tmp_path: Path) -> None:
    file = tmp_path / f"sheet.{form}"
    assert run_command("show", "--sprites", "critters", "-o", file).exit_code == 0
    assert file.read_bytes().startswith(b"\x89PNG" if form == "png" else b"<svg")


def test_a_map_is_shown_from_its_json(tmp_path: Path) -> None:
    words = ("generate", "base", "--seed", "1", "--set", "dungeon=tiny")
    for name in ("map.json", "map.png"):
        assert run_command(*words, "-o", tmp_path / name).exit_code == 0
    again = tmp_path / "again.png"
    assert run_command("show", tmp_path / "map.json", "-o", again).exit_code == 0
    assert again.read_bytes() == (tmp_path / "map.png").read_bytes()
    shown = run_command("show", tmp_path / "map.json").stdout
    assert shown.strip() in run_command(*words).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "there is nothing to show"),
        (["none.json"], "there is no file"),
        (["no.json"], "is no JSON"),
        (["empty.json"], "this is not a dungeon-host/map document"),
        (["map.json", "--json"], "--json is for --sprites"),
        (["--sprites", "-o", "sheet.txt"], "a sheet is a picture"),
        (["--sprites", "bse"], 'did you mean "base"?'),
    ],
)
def test_what_cannot_be_shown_is_an_error(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("no.json").write_text("{")
    Path("empty.json").write_text("{}")
    result = run_command("show", *words)
    assert result.exit_code != 0
    assert message in result.stderr


def test_a_summary_leaves_out_options_without_an_effect() -> None:
    graph = run_command("generate", "mission", "--seed", "1", "--set", "graph=start: a; goal: b; a - b").stdout
    assert "graph start: a" in graph
    assert "locks" not in graph
    rules = run_command("generate", "rewrite", "--seed", "1", "--set", "rules=WBB=WAW").stdout
    assert "example" not in rules
    assert "example maze" in run_command("generate", "rewrite", "--seed", "1").stdout


def test_numbers_of_a_map_without_rooms_are_missed(tmp_path: Path) -> None:
    for generator, is_missed in (("caves", True), ("rooms", False)):
        shown = run_command("generate", generator, "--seed", "1", "--numbers", "-o", tmp_path / "a.svg")
        assert ("the map has no rooms to number" in shown.stderr) is is_missed


def test_a_message_of_a_quest_may_hold_anything(base_host: Host, tmp_path: Path) -> None:
    document = json.loads(base_host.generate("base", seed=1, dungeon="tiny").to_json())
    document["quest"]["description"] = [{"key": "find_it", "params": 5}, {"key": 5}]
    file = tmp_path / "map.json"
    file.write_text(json.dumps(document))
    shown = run_command("show", file)
    assert shown.exit_code == 0
    assert "find it" in shown.output
