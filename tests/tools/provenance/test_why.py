"""`why` names the mods, files and lines that something comes from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host import Host
from host.errors import HostError, RequestError
from host.tools.provenance import Cause, explain
from tests.attacks.test_attacks import ALL as ATTACKS
from tests.attacks.test_attacks import Attack, check_words
from tests.helpers import KTS_TILES, run_command, write_mod, write_tiles

RELICS = """
data:add_type { name = "relic", fields = { { name = "weight", default = 1 }, { name = "price", default = 9 } } }
data:add_multi("relics.relic", {
  { _id = "cup", weight = 4 },
  {
    _id = "bowl",
    weight = 5,
  },
})
"""
HEAVIER = """
data["relics.relic"]:edit("heavier", function(relic)
  relic.weight = relic.weight * 2
end)
"""
# Line 15 and after it: behind KTS_TILES.
LAYOUT = """
segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")
lamp = kts.ItemType { type = "held", weight = 3 }
require("host.generators").register_generator {
  id = "room",
  options = { { id = "size", default = 1, choices = { 1, 2 } } },
  generate = function()
    local layout = { width = 1, height = 1, data = { { type = "block" } } }
    kts.LayoutDungeon { layout = layout, wall = wall, segments = segments, entry_type = "none" }
    kts.AddTile({ x = 2, y = 2 }, door)
    kts.PlaceItem({ x = 2, y = 3 }, lamp)
    local map = require("host.toolbox")
  end,
}
"""


# A variable holds the tables of fields.
BUILT = """
local function heavy(n) return n * 2 end
local fields = { type = "held", weight = 1 }
lamp = kts.ItemType(fields)
fields = {
  type = "held",
  weight = heavy(4),
}
fields.fragile = heavy(1) > 1
stove = kts.ItemType(fields)
fields = nil
"""


@pytest.fixture(scope="module")
def relics(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mods")
    write_mod(folder / "relics", {"mod.toml": 'id = "relics"\nversion = "1"\n', "init.lua": RELICS})
    depends = 'id = "smith"\nversion = "1"\n[dependencies]\nrelics = "*"\n'
    write_mod(folder / "smith", {"mod.toml": depends, "init.lua": HEAVIER})
    return folder


@pytest.fixture(scope="module")
def tiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiles(tmp_path_factory.mktemp("mods") / "tiles", LAYOUT)


def line_of(tiles: Path, text: str) -> int:
    lines = (tiles / "init.lua").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_a_field_has_each_value_with_its_line(relics: Path) -> None:
    assert explain("field", "relics.bowl.weight", mods=[relics]) == [
        Cause("field", "relics", "relics/init.lua", 6, "registered", "5"),
        Cause("field", "smith", "smith/init.lua", 1, 'edited by "smith: heavier"', "10"),
    ]
    (default,) = explain("field", "relics.cup.price", mods=[relics])
    assert (default.action, default.value, default.line) == ("default", "9", 2)


def test_a_field_of_kts_has_its_line(tiles: Path) -> None:
    (deep,) = explain("field", "tiles.door.access.walking", mods=[tiles])
    assert (deep.line, deep.value) == (line_of(tiles, "door = "), '"approach"')
    (cause,) = explain("field", "tiles.lamp.weight", mods=[tiles])
    assert (cause.file, cause.line, cause.value) == ("tiles/init.lua", line_of(tiles, "lamp ="), "3")


def test_a_field_of_a_variable_has_the_line_of_the_field(tmp_path: Path) -> None:
    folder = write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "1"\n', "init.lua": BUILT})
    for field, line, value in (
        ("lamp.weight", 2, "1"),
        ("stove.weight", 6, "heavy(4)"),
        ("stove.fragile", 8, "heavy(1) > 1"),
    ):
        (cause,) = explain("field", f"m.{field}", mods=[folder])
        assert (cause.line, cause.value) == (line, value)


def test_a_square_names_what_made_it(tiles: Path) -> None:
    causes = explain("square", 2, 2, mods=[tiles], generator="tiles.room", seed=3)
    what = [(cause.what, cause.action, cause.line) for cause in causes]
    assert ("tile", "registered", line_of(tiles, "door = ")) in what
    laid = next(cause for cause in causes if cause.what == "segment" and cause.action == "registered")
    assert (laid.file, laid.line) == ("tiles/segments.txt", 1)
    assert laid.value is not None
    assert laid.value.startswith('"a room with two homes" at (1, 1), 5 × 5')
    changes = [(cause.action, cause.line, cause.value) for cause in causes if cause.what == "tiles"]
    assert changes == [
        ("kts.LayoutDungeon", line_of(tiles, "kts.LayoutDungeon"), "tiles.floor"),
        ("kts.AddTile", line_of(tiles, "kts.AddTile"), "tiles.floor, tiles.door"),
    ]


def test_an_item_on_a_square_names_its_call(tiles: Path) -> None:
    causes = explain("square", 2, 3, mods=[tiles], generator="tiles.room", seed=3)
    placed = next(cause for cause in causes if cause.action == "kts.PlaceItem")
    assert (placed.what, placed.value, placed.line) == ("item", "1 × tiles.lamp", line_of(tiles, "kts.PlaceItem"))


def test_objects_of_lua_dialects_name_the_line_that_put_them() -> None:
    objects = Host(["undercroft"]).generate("undercroft.floor", seed=1).objects
    bat = next(thing for thing in objects if thing.id == "critters.bat")
    causes = explain("square", bat.x, bat.y, mods=["undercroft"], generator="undercroft.floor", seed=1)
    assert [cause.file for cause in causes if cause.what == "object"] == ["undercroft/floors.lua"]


def test_missing_field_suggests_the_nearest_name() -> None:
    (cause,) = explain("field", "base.crossbow.reload_tme")
    assert cause.action == 'registered without reload_tme; did you mean "reload_time"?'


def test_the_same_seed_gives_the_same_causes() -> None:
    assert explain("square", 20, 20, seed=4) == explain("square", 20, 20, seed=4)


def test_items_pools_segments_and_options(tiles: Path) -> None:
    (lamp,) = explain("item", "tiles.lamp", mods=[tiles])
    assert lamp == Cause("item", "tiles", "tiles/init.lua", line_of(tiles, "lamp ="), "registered", "tiles.lamp")
    pool, *entries = explain("pool", "e.z1.f1.enemy", mods=["critters"])
    assert pool.value == "e.z1.f1.enemy, infinite"
    assert ("Bat: 20.000%, mass 4", "critters/main.lua", 29) in {(c.value, c.file, c.line) for c in entries}
    assert "pool" in {cause.what for cause in explain("item", "critters.bat", mods=["critters"])}
    segment, *placed = explain("segment", "A Room with two homes", mods=[tiles], generator="tiles.room")
    assert (segment.file, segment.line) == ("tiles/segments.txt", 1)
    assert [cause.action for cause in placed] == ["placed"]
    *_, missing = explain("segment", "Feast hall", seed=1)
    assert missing == Cause("segment", "base", None, 0, "not placed", "the dungeon of seed 1 does not have it")
    named = explain("option", "size", mods=[tiles], generator="tiles.room", options={"size": "2"})
    assert ("named", line_of(tiles, 'id = "size"')) in {(cause.action, cause.line) for cause in named}
    assert [cause.value for cause in named[-2:]] == ["1 (of 1, 2)", "2"]
    quest = explain("option", "quest")[-1]
    assert quest.value == "gem_run (of custom, gem_run, first_steps, … 15 in all)"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("square", 400, 2), "the square (400, 2) is outside of the map"),
        (("square", "x", 2), "a square is two whole numbers from 0"),
        (("item", "base.crosbow"), 'nothing has the id "base.crosbow"; did you mean "base.crossbow"?'),
        (("field", "base.crossbow"), "is no field: must be MOD.NAME.FIELD"),
        (("segment", "Wine cellor"), 'did you mean "Wine cellar"?'),
        (("option", "qest"), 'has no option "qest"; did you mean "quest"?'),
        (("tile", "x"), '"tile" cannot be explained'),
    ],
)
def test_what_does_not_exist_is_an_error(words: tuple[str | int, ...], message: str) -> None:
    with pytest.raises(HostError) as caught:
        explain(str(words[0]), *words[1:])
    assert isinstance(caught.value, RequestError)
    assert message in str(caught.value)


def test_the_command_prints_places_and_json(relics: Path) -> None:
    shown = run_command("why", "field", "relics.bowl.weight", "--mods", relics).stdout
    assert "relics/init.lua:6" in shown
    assert "smith/init.lua:1" in shown
    data = json.loads(run_command("why", "field", "relics.bowl.weight", "--mods", relics, "--json").stdout)
    assert data[0] == {
        "what": "field",
        "mod": "relics",
        "file": "relics/init.lua",
        "line": 6,
        "action": "registered",
        "value": "5",
    }
    square = run_command("why", "square", "5", "5", "caves", "--seed", "1", "--set", "width=20")
    assert square.stdout.splitlines()[-1] == "dungeon-host why square 5 5 caves --set width=20 --seed 1"
    wrong = run_command("why", "square", "5")
    assert "square takes X and Y" in wrong.stderr


@pytest.mark.parametrize(
    "attack",
    [attack for attack in ATTACKS if attack.words.get("Runs", "").startswith("generate")],
    ids=lambda attack: attack.id,
)
def test_attacks_end_while_calls_are_recorded_as_without(attack: Attack, tmp_path: Path) -> None:
    _, generator, *words = attack.lay_out(tmp_path)
    if "--play" in words:
        # A game is made, and not played: the attack on its turns does not come to pass.
        at = words.index("--play")
        del words[at : at + 2]
    done = run_command("why", "square", 1, 1, generator, *words)
    assert done.exit_code in (0, 1, 3), done.stderr
    check_words(done.stdout + done.stderr, done.stderr)


# Texts of mods that `why` reads: it runs none of them.
HOSTILE = {
    "deep.lua": "return " + "{" * 100_000,
    "calls.lua": "x = " + "f(" * 50_000 + ")" * 50_000,
    "long.lua": 'coin = { value = "' + "x" * 1_000_000 + '" }\ncoin.value = "\x1b[2J\x07" .. ("y"):rep(9)',
    "many.lua": "coin.value = 1\n" * 50_000,
}


def test_hostile_texts_are_read_and_shown_in_part(tmp_path: Path) -> None:
    folder = write_mod(
        tmp_path / "texts", {"mod.toml": 'id = "texts"\nversion = "1"\n', "init.lua": KTS_TILES, **HOSTILE}
    )
    for words in (("--json",), ()):
        done = run_command("why", "field", "texts.coin.value", "--mods", folder, *words)
        assert done.exit_code == 0
        check_words(done.stdout + done.stderr, done.stderr)
        # A table of 50,000 rows is drawn slowly, and shows no more than one of 500.
        (folder / "many.lua").write_text("coin.value = 1\n" * 500)
    assert max(map(len, done.stdout.splitlines())) < 300


def test_mods_cannot_talk_to_the_recorder(tmp_path: Path) -> None:
    init = (
        f"{KTS_TILES}\nfor _, name in ipairs {{ 'py', 'note_call', 'note_value' }} do assert(_ENV[name] == nil) end\n"
    )
    folder = write_mod(tmp_path / "sly", {"mod.toml": 'id = "sly"\nversion = "1"\n', "init.lua": init})
    assert [cause.mod for cause in explain("item", "sly.coin", mods=[folder])] == ["sly"]
