"""Mefs of the areas world: effects that lie on squares for some turns."""

# Lua lines are whole, so that they can be searched for.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from host import HostError
from tests.helpers import RunLua

MEFS = """
local Mef = require "api.Mef"
local map = InstancedMap:new(5, 5)
map.name = "here"
Map.set_map(map)
data:add {
  _type = "base.mef", _id = "web", params = { size = { type = types.number, default = 2 } },
  on_stepped_on = function(mef, params) print("stepped", mef.x, params.chara.name) end,
  events = { { id = "base.on_mef_updated", name = "note", callback = function(_, params)
    print("updated", params.turns_elapsed)
  end } },
}
data:add { _type = "base.mef", _id = "fire", is_opaque = true, events = {} }
local player = Chara.create("base.fallback", 0, 0, {}, map)
Chara.set_player(player)
"""


def test_a_mef_lies_on_a_square_for_its_turns(run_lua: RunLua) -> None:
    script = """
    local web = Mef.create("web", 1, 0, { duration = 2, power = 7, origin = player })
    print(web.turns, web.power, web.origin_uid == player.uid, web.params.size, class.is_an(IMef, web), web:is_a "base.mef")
    print(Mef.at(1, 0) == web, Mef.at(2, 0), Mef.iter():length(), map:iter_mefs():length(), Mef.is_alive(web), Mef.is_alive(3))
    print(Action.move(player, 1, 0))
    local fire = Mef.create("fire", 1, 0, {}, map)
    print(fire.turns, fire.power, Mef.is_alive(web), Mef.at(1, 0) == fire, map:can_see_through(1, 0), map:can_access(1, 0))
    local copy = fire:clone(true)
    print(Mef.is_alive(fire), Mef.at(1, 0) == copy)
    map:set_tile(3, 3, "base.wall")
    print(Mef.create("web", 3, 3, {}, map))
    print(Mef.create("web", 9, 9, {}, map))
    web = map:take_object(web, 2, 2)
    local forever = Mef.create("fire", 4, 4, { duration = -1 })
    World.pass_turn()
    print(web.turns)
    local uid = web.uid
    require("api.test.TestUtil").save_cycle()
    web = Mef.at(2, 2)
    print(web.uid == uid, web.turns, web.power, web.params.size, forever.turns)
    World.pass_turn()
    print(Mef.at(2, 2), Mef.is_alive(web), Mef.at(4, 4).turns)
    web.turns = "many"
    map:take_object(web, 3, 4)
    World.pass_turn()
    """
    assert run_lua(MEFS + script).lines == [
        "2 7 true 2 true true",
        "true nil 1 1 true false",
        "stepped 1 bug",
        "true",
        "10 0 false true false false",
        "false true",
        "nil cannot access tile",
        "nil out of bounds",
        "updated 1",
        "1",
        "true 1 7 2 -1",
        "updated 1",
        "nil false -1",
        "updated 1",
    ]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('Mef.create("web", 1, 1, { duration = 0/0 })', "duration"),
        ('Mef.create("web", 1, 1, { origin = {} })', "origin"),
        (
            'Mef.create("web", 1, 1, { params = { size = "x" } })',
            "base.mef 'script.web' received invalid value for parameter",
        ),
        ('Mef.create("web", 1, 1, { params = { sizes = 3 } })', "does not accept parameter 'sizes'"),
        ('Mef.create("nothing", 1, 1)', "there is no base.mef of that id"),
        ('Mef.create("web", 1, 1).params = 3', "params of a mef is 3"),
    ],
)
def test_wrong_mefs_are_refused(run_lua: RunLua, call: str, message: str) -> None:
    with pytest.raises(HostError) as caught:
        run_lua(MEFS + call)
    assert message in str(caught.value)
