"""The bundled world, walked as people walk it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host import Host
from tests.conftest import RunLua, command

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
    first = command("travel", "--seed", 1, "--keys", "k>", "--save", save)
    assert first.exit_code == 0, first.output
    assert "A bell rings. This is Bridgeham." in first.stdout
    assert "Bridgeham" in first.stdout.splitlines()[1]
    again = command("travel", "--keys", "iq", "--save", save)
    assert again.stdout.startswith("You carry: bread × 3.\nBridgeham\n")
    back = command("travel", "--keys", "SrL", "--save", save)
    assert back.stdout.splitlines()[0] == "Saved."
    assert "Loaded." in back.stdout


def test_travel_tells_of_wrong_keys_and_mods() -> None:
    wrong = command("travel", "--keys", "Z")
    assert wrong.exit_code == 1
    assert '--keys has "Z", which is no key' in wrong.stderr
    assert (
        'there is no mod "overwold"; did you mean "overworld"?' in command("travel", "overwold", "--keys", "q").stderr
    )
    assert "travel needs a terminal" in command("travel").stderr
