"""`dungeon-host check` tries mods: callbacks are called, and entities play three turns."""

from __future__ import annotations

import pytest

from host import Budgets, check
from tests.helpers import MakeMod
from tests.tools.checking.diagnostics import checked, show

FAILS = "function() local nothing = nil; return nothing.field end"


def lines_of_handlers(diagnostics: list[str]) -> list[str]:
    return [line.split()[0] for line in diagnostics if line.split()[1] == "handler"]


@pytest.mark.parametrize(
    "name",
    ["on_activate", "on_approach", "on_destroy", "on_hit", "on_walk_over", "on_withdraw"],
)
def test_callbacks_of_tiles_are_called(make_mod: MakeMod, name: str) -> None:
    found = checked(make_mod, f'lever = kts.Tile {{\n  access = {{ walking = "approach" }},\n  {name} = {FAILS}\n}}')
    (diagnostic,) = found
    assert diagnostic.startswith(f"it/init.lua:3 handler {name} of it.lever fails when it is tried: "), diagnostic


@pytest.mark.parametrize("name", ["on_open_or_close", "on_unlock_fail"])
def test_callbacks_of_doors_are_called(make_mod: MakeMod, name: str) -> None:
    text = f'gate = kts.Tile {{\n  type = "door", access = {{ walking = "approach" }},\n  {name} = {FAILS}\n}}'
    assert lines_of_handlers(checked(make_mod, text)) == ["it/init.lua:3"]


@pytest.mark.parametrize("name", ["on_pick_up", "on_drop", "on_walk_over", "on_hit", "melee_action"])
def test_callbacks_of_items_are_called(make_mod: MakeMod, name: str) -> None:
    (diagnostic,) = checked(make_mod, f'gem = kts.ItemType {{\n  type = "held",\n  {name} = {FAILS}\n}}')
    assert diagnostic.startswith(f"it/init.lua:3 handler {name} of it.gem fails when it is tried: "), diagnostic


@pytest.mark.parametrize("name", ["on_attack", "on_damage", "on_death", "on_move"])
def test_callbacks_of_monsters_are_called(make_mod: MakeMod, name: str) -> None:
    text = f'bat = kts.MonsterType {{\n  type = "flying", speed = 100,\n  {name} = {FAILS}\n}}'
    (diagnostic,) = checked(make_mod, text)
    assert diagnostic.startswith("it/init.lua:3 handler ")
    assert f"{name} of it.bat fails when it is tried: " in diagnostic


def test_what_one_callback_does_hides_no_other(make_mod: MakeMod) -> None:
    # Knights can do nothing more in a game that is won.
    text = f"""
    cup = kts.Tile {{ on_walk_over = function() kts.WinGame(cxt.originator) end }}
    lever = kts.Tile {{
      on_walk_over = {FAILS} }}
    gem = kts.ItemType {{ type = "magic",
      on_pick_up = {FAILS} }}
    """
    assert lines_of_handlers(checked(make_mod, text))[-2:] == ["it/init.lua:3", "it/init.lua:5"]


def test_callbacks_find_what_they_are_about(make_mod: MakeMod) -> None:
    text = """
    local function look(cxt, needed)
      for _, name in ipairs(needed) do
        assert(cxt[name] ~= nil, name)
      end
    end
    lever = kts.Tile { access = { walking = "approach" }, on_activate = function()
      look(cxt, { "actor", "actor_pos", "tile", "tile_pos", "pos", "originator" })
      assert(kts.GetPlayer(cxt.actor) and kts.IsKnight(cxt.actor))
      local tiles = kts.GetTiles(cxt.tile_pos)
      assert(tiles[#tiles] == cxt.tile)
    end }
    sword = kts.ItemType { type = "held",
      on_pick_up = function()
        look(cxt, { "actor", "item_type", "originator" })
        assert(kts.GetNumHeld(cxt.actor, cxt.item_type) == 1)
      end,
      melee_action = function() look(cxt, { "actor", "victim", "victim_pos", "item_type" }) end,
    }
    """
    assert checked(make_mod, text) == []


def test_callbacks_that_need_what_a_generator_makes(make_mod: MakeMod) -> None:
    text = """
    local toolbox = require "host.toolbox"
    local level
    floor = kts.Tile { access = { walking = "clear" } }
    lever = kts.Tile { on_activate = function() kts.AddTile(level.middle, floor) end }
    require("host.generators").register_generator { id = "it", generate = function()
      level = { middle = { x = 3, y = 3 } }
      return toolbox.caves():map()
    end }
    """
    assert checked(make_mod, text) == []


def test_players_that_cannot_enter_hide_no_error_of_a_callback(make_mod: MakeMod) -> None:
    text = """
    local toolbox = require "host.toolbox"
    lever = kts.Tile {
      on_activate = function() local nothing = nil; return nothing.field end }
    require("host.generators").register_generator { id = "it", generate = function()
      local map = toolbox.caves():map()
      kts.SetRespawnFunction(function() error("nobody enters") end)
      return map
    end }
    """
    (diagnostic,) = checked(make_mod, text)
    assert diagnostic.startswith("it/init.lua:3 handler on_activate of it.lever fails when it is tried: "), diagnostic


def test_callbacks_fail_later(make_mod: MakeMod) -> None:
    text = "lever = kts.Tile { on_activate = function()\n kts.Delay(500) local nothing\n nothing.field = 1\n end }"
    assert "it/init.lua:3" in lines_of_handlers(checked(make_mod, text))


def test_callbacks_that_do_not_end(make_mod: MakeMod) -> None:
    text = "lever = kts.Tile { on_activate = function()\n while true do end\n end }"
    (diagnostic,) = show(check(make_mod("it", text), "it", budgets=Budgets(5_000_000)))
    assert diagnostic.startswith("it/init.lua:2 budget "), diagnostic


def test_many_callbacks_are_all_called(make_mod: MakeMod) -> None:
    # More than one run tries.
    text = f"""
    for i = 1, 520 do
      kts.Tile {{ on_hit = function() assert(i % 260 > 0, "tile " .. i) end }}
    end
    gem = kts.ItemType {{ type = "magic",
      on_pick_up = {FAILS} }}
    """
    assert lines_of_handlers(checked(make_mod, text)) == ["it/init.lua:2", "it/init.lua:2", "it/init.lua:5"]


ENTITY = """
E = class("E", Entity)
E.layer = Layers.real
Decorators.Start(E)
decorate(E, Decorators.Acting)
E.baseModifiers = { hp = { amount = 3 } }
%s
registerEntity(E)
"""


def test_entities_play_three_turns(make_mod: MakeMod) -> None:
    text = ENTITY % "function E:calculateAction()\n if self.world.turn == 3 then self.nothing.field = 1 end\n end"
    found = checked(make_mod, text)
    assert lines_of_handlers(found) == ["it/init.lua:7"], found
    assert "it.E fails when it is tried: " in found[0]


def test_entities_that_cannot_be_created(make_mod: MakeMod) -> None:
    text = ENTITY % "function E:__construct()\n self.nothing.field = 1\n end"
    assert lines_of_handlers(checked(make_mod, text)) == ["it/init.lua:7"]


def test_entities_find_a_player(make_mod: MakeMod) -> None:
    text = ENTITY % "function E:calculateAction() assert(self.world.grid:getClosestPlayer(self.pos).hp) end"
    assert checked(make_mod, text) == []
