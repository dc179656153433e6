"""The bundled mod overworld: its floors, its town, and `dungeon-host travel`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host import Host
from tests.helpers import ROOT, MakeMod, RunLua, run_command, write_mod

WALK = """
local player = require("overworld").begin()
local function visit(fits)
  for _, feat in Feat.iter() do
    if fits(feat) then
      player:set_pos(feat.x, feat.y)
      assert(feat:activate())
      return print(Map.current().name, Area.current_floor(), player.x == feat.x)
    end
  end
  print("there is none")
end
local function enter(id)
  visit(function(feat)
    return not feat._id:find "stairs" and feat.params.area_uid == Area.get_or_create(id).uid
  end)
end
local function take(stairs)
  visit(function(feat) return feat._id == "base.stairs_" .. stairs end)
end
"""


def test_there_are_as_many_kinds_as_promised() -> None:
    registered = Host(["overworld"], output=lambda _: None).registered("overworld")
    assert (registered["base.chara"], registered["base.item"]) == (15, 20)


@pytest.mark.parametrize("seed", range(12))
def test_every_floor_of_the_world_can_be_walked(run_lua: RunLua, seed: int) -> None:
    ran = run_lua(
        WALK
        + """
        enter "overworld.bridgeham"
        assert(Map.leave_by_edge() and player.x == 6 and player.y == 8)
        enter "overworld.burrow" take "down" take "down" take "down" take "down"
        take "up" take "up" take "up" take "up"
        enter "overworld.crypt" take "down" enter "overworld.vault"
        local items = Item.iter():length()
        take "up" take "down" take "down"
        print(items, Area.get("overworld.burrow").deepest_floor_visited, Chara.iter_others():length())
        """,
        mods=["overworld"],
        seed=seed,
    )
    names = [re.sub(r" \d+ (true|false|\d+)$", "", line) for line in ran.lines]
    assert names[0] == "A bell rings. This is Bridgeham."
    assert names[1:] == [
        "Bridgeham",
        *(f"the burrow, floor {floor}" for floor in (1, 2, 3, 4)),
        "there is none",
        *(f"the burrow, floor {floor}" for floor in (3, 2, 1)),
        "the vale",
        "the crypt, floor 1",
        "the crypt, floor 2",
        "the vault",
        "the crypt, floor 2",
        "the crypt, floor 3",
        "there is none",
        "4",
    ]
    assert ran.lines[-1] == "4 4 7"


def test_the_town_is_renewed_and_creatures_come(run_lua: RunLua) -> None:
    ran = run_lua(
        WALK
        + """
        enter "overworld.bridgeham"
        local town = Map.current()
        town:set_tile(4, 1, "overworld.grass")
        for _, item in ipairs(Item.iter():to_list()) do item:remove_ownership() end
        World.pass_time_in_seconds(3600)
        print(Chara.iter():filter(function(c) return c._id == "overworld.cat" end):length() > 1)
        Map.leave_by_edge()
        World.pass_time_in_seconds(3600 * 130)
        enter "overworld.bridgeham"
        local function is_baker(chara) return chara.name == "baker" end
        print(town:tile(4, 1)._id, Item.iter():length(), Chara.iter_others():any(is_baker))
        """,
        mods=["overworld"],
    )
    assert ran.lines[2:] == ["true", "Bridgeham has you back.", "Bridgeham 1 false", "overworld.house 4 true"]


def test_travel_walks_by_keys_and_goes_on_from_a_save(tmp_path: Path) -> None:
    save = tmp_path / "game.save"
    first = run_command("travel", "--seed", 1, "--keys", "k>", "--save", save)
    assert first.exit_code == 0, first.output
    assert "A bell rings. This is Bridgeham." in first.stdout
    assert "Bridgeham" in first.stdout.splitlines()[1]
    again = run_command("travel", "--keys", "iq", "--save", save)
    assert again.stdout.startswith("You carry: bread × 3.\nBridgeham\n")
    back = run_command("travel", "--keys", "SrL", "--save", save)
    assert back.stdout.splitlines()[0] == "Saved."
    assert "Loaded." in back.stdout


def test_travel_tells_of_wrong_keys_and_mods() -> None:
    wrong = run_command("travel", "--keys", "Z")
    assert wrong.exit_code == 1
    assert '--keys has "Z", which is not a key' in wrong.stderr
    assert "o: explore   Tab, typed as \\t: fight" in wrong.stderr
    assert (
        'there is no mod "overwold"; did you mean "overworld"?'
        in run_command("travel", "overwold", "--keys", "q").stderr
    )
    assert "travel needs a terminal" in run_command("travel").stderr


def test_a_rest_passes_turns_so_that_creatures_come() -> None:
    rested = run_command("travel", "--seed", 1, "--keys", "k>r")
    assert rested.exit_code == 0, rested.output
    assert "day 13 of month 9, 02:10" in rested.stdout
    day = run_command("travel", "--seed", 1, "--keys", "k>d")
    assert "day 14 of month 9, 01:10" in day.stdout


def test_stairs_are_used_in_their_own_direction() -> None:
    assert "You have seen no stairs up." in run_command("travel", "--seed", 1, "--keys", "k<").stdout


def test_a_load_that_cannot_be_done_and_a_save_to_no_file_are_told(tmp_path: Path) -> None:
    save = tmp_path / "game.save"
    load = run_command("travel", "--seed", 1, "--keys", "L", "--save", save)
    assert load.exit_code == 1
    assert load.stdout == ""
    assert load.stderr.startswith(
        f"error: there is no save to read\n  again  dungeon-host travel overworld --seed 1 --keys L --save {save}"
    )
    assert not save.exists()
    nowhere = run_command("travel", "--seed", 1, "--keys", "S")
    assert (nowhere.exit_code, nowhere.stdout) == (1, "")
    assert nowhere.stderr.startswith("error: there is no file to save to: the command line names one with --save FILE")


def test_a_load_that_cannot_be_done_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    lines: list[str] = []
    keys = iter(["load", "south", "inventory"])
    Host(["overworld"], output=lines.append).travel("overworld", lambda *_: next(keys, None), seed=1)
    assert lines == ["error: there is no save to read", "You carry: bread × 3."]


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ("", "it returns nothing: travel needs a table with a function begin, which starts a game"),
        (
            "return { begun = print }",
            (
                "it returns a table without begin: travel needs a table with a function begin, which starts a game; "
                'there is "begun"; did you mean "begin"?'
            ),
        ),
        (
            "return { begin = 3 }",
            "it returns a table in which begin is 3: travel needs a table with a function begin, which starts a game",
        ),
        ("return { begin = function() end }", "begin has set no map: must call Map.set_map"),
        (
            "return { begin = function() Map.set_map(InstancedMap:new(9, 9)) end }",
            "begin has set no player: must call Chara.set_player",
        ),
    ],
    ids=["nothing", "no begin", "no function", "no map", "no player"],
)
def test_a_game_must_begin(make_mod: MakeMod, tmp_path: Path, result: str, message: str) -> None:
    mod = make_mod("puddle", result, toml='dialects = ["areas"]')
    save = tmp_path / "game.save"
    ran = run_command("travel", "puddle", "--mods", mod, "--seed", 1, "--keys", "l", "--save", save)
    assert (ran.exit_code, ran.stdout, save.exists()) == (1, "", False)
    assert ran.stderr.startswith(f"error: puddle/init.lua: {message}\n  mod    puddle\n")


PUDDLE = """
    data:add { _type = "base.feat", _id = "hole", on_activate = function() error "it is deep" end }
    data:add { _type = "base.map_archetype", _id = "puddle", on_map_pass_turn = function() error "it leaks" end }
    return { begin = function()
      local map = InstancedMap:new(9, 9)
      Feat.create("puddle.hole", 2, 2, {}, map)
      map:set_archetype "puddle.puddle"
      Map.set_map(map)
      Chara.set_player(Chara.create("base.fallback", 2, 2, {}, map))
    end }
"""


def test_a_key_that_fails_ends_keys_that_were_given(make_mod: MakeMod) -> None:
    mod = make_mod("puddle", PUDDLE, toml='dialects = ["areas"]')
    ran = run_command("travel", "puddle", "--mods", mod, "--seed", 1, "--keys", ">", "--no-source")
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert ran.stderr.startswith("error: puddle/init.lua:1: it is deep\n  mod    puddle\n")


def test_a_callback_of_an_archetype_that_fails_is_its_own_fault(make_mod: MakeMod) -> None:
    mod = make_mod("puddle", PUDDLE, toml='dialects = ["areas"]')
    ran = run_command("travel", "puddle", "--mods", mod, "--seed", 1, "--keys", ".")
    assert ran.exit_code == 0
    assert ran.stderr == (
        'warning: base.on_map_pass_turn: the handler "on_map_pass_turn of puddle.puddle" of mod puddle failed: '
        "puddle/init.lua:2: it leaks\n"
    )


def test_the_putits_of_the_readme_come(tmp_path: Path) -> None:
    page = (ROOT / "mods" / "overworld" / "README.md").read_text()
    files = dict(re.findall(r"^```\w+ paradise/(\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    mod = write_mod(tmp_path / "paradise", files)
    assert "p putit" in run_command("travel", "overworld", "--mods", mod, "--seed", 1, "--keys", "l>rr").stdout


@pytest.mark.parametrize("moment", range(6))
def test_an_hour_of_rest_brings_creatures_whatever_the_moment(make_mod: MakeMod, moment: int) -> None:
    mod = make_mod(
        "pond",
        f"""
        data:add {{ _type = "base.chara", _id = "toad" }}
        return {{ begin = function()
          local map = InstancedMap:new(9, 9)
          map.max_crowd_density = 9
          Map.set_map(map)
          Chara.set_player(Chara.create("base.fallback", 2, 2, {{}}, map))
          World.pass_time_in_seconds({5 * moment})
          World.pass_turn()
        end }}
        """,
        toml='dialects = ["areas"]',
    )
    assert "toad" in run_command("travel", "pond", "--mods", mod, "--seed", 1, "--keys", "r").stdout


def test_a_bundled_mod_that_is_not_loaded_is_told_how_to_be(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text('require "overworld"\n')
    assert (
        '; it comes with the host: `Host([…, "overworld"])` and --mods overworld load it'
        in run_command("run", script).stderr
    )
