"""Activities of the areas world: what charas do for many turns."""

# Lua lines are whole, so that they can be searched for.
# ruff: noqa: E501

from __future__ import annotations

from tests.helpers import RunLua

ACTIVITIES = """
local map = InstancedMap:new(5, 5)
Map.set_map(map)
local player, rat = Chara.create("base.fallback", 1, 1, {}, map), Chara.create("base.fallback", 3, 3, {}, map)
Chara.set_player(player)
local function say(name) return function(activity, params) print(name, params.chara.x, activity.turns) end end
data:add {
  _type = "base.activity", _id = "dig", animation_wait = 0, default_turns = 2,
  params = { depth = types.number, tool = { type = types.string, default = "spade" } },
  on_start = say "on_start", on_pass_turns = say "on_pass_turns", on_finish = say "on_finish", on_interrupt = "stop",
  events = { { id = "base.on_activity_cleanup", name = "note", callback = say "cleanup" } },
}
data:add { _type = "base.activity", _id = "sleep", animation_wait = 0, on_interrupt = "ignore" }
"""


def test_an_activity_takes_its_turns(run_lua: RunLua) -> None:
    script = """
    local dig = player:start_activity("dig", { depth = 3 })
    print(dig.params.depth, dig.params.tool, dig:is_a "base.activity", player:get_activity() == dig, player:has_activity "script.dig", player:has_activity "x", rat:has_activity())
    print(dig.__mt, dig.__iface == require "api.IActivity", class.is_an(require "api.activity.IActivity", dig))
    Event.register("base.on_activity_pass_turns", "note", function(activity, params, result) print(activity._id, params.chara == player, result) end)
    World.pass_turn()
    local uid = dig.uid
    require("api.test.TestUtil").save_cycle()
    print(player:get_activity().uid == uid, dig.turns, dig.params.tool)
    World.pass_turn()
    print(player:get_activity(), player.activity)
    World.pass_turn()
    """
    assert run_lua(ACTIVITIES + script).lines == [
        "on_start 1 2",
        "3 spade true true true false false",
        "api.IActivity true true",
        "on_pass_turns 1 2",
        "script.dig true turn_end",
        "true 1 spade",
        "on_pass_turns 1 1",
        "script.dig true turn_end",
        "on_finish 1 0",
        "cleanup 1 0",
        "nil nil",
    ]


def test_activities_end_before_they_are_done(run_lua: RunLua) -> None:
    script = """
    local Activity = require "api.Activity"
    rat:start_activity("dig", { depth = 1 }, 9)
    print(rat:start_activity("sleep").turns, rat:interrupt_activity(), rat:has_activity "script.sleep")
    Event.register("base.on_activity_interrupt", "no", function(activity, params, result) return params.chara == rat or result end)
    rat:start_activity("dig", { depth = 1 })
    player:start_activity("dig", { depth = 1 }, 7)
    print(rat:interrupt_activity(), player:interrupt_activity(), player:interrupt_activity())
    print(rat:pass_activity_turn(), rat:finish_activity(), rat:finish_activity(), rat:remove_activity())
    player:start_activity("dig", { depth = 1 })
    local copy = player:clone()
    print(copy:get_activity(), Map.travel_to(InstancedMap:new(5, 5)), player:get_activity())
    player:start_activity("dig", { depth = 1 })
    player:kill()
    player.activity = 3
    print(player:get_activity(), Activity.create("sleep").turns)
    for _, params in ipairs { { depth = "x" }, { q = 3 }, {} } do
      print((select(2, pcall(Activity.create, "dig", params)):match "base.activity.*"))
    end
    """
    assert run_lua(ACTIVITIES + script).lines == [
        "on_start 3 9",
        "cleanup 3 9",
        "10 false true",
        "on_start 3 2",
        "on_start 1 7",
        "cleanup 1 7",
        "false true false",
        "on_pass_turns 3 2",
        "on_finish 3 1",
        "cleanup 3 1",
        "turn_end true false false",
        "on_start 1 2",
        "cleanup 2 2",
        "nil true nil",
        "on_start 2 2",
        "cleanup 2 2",
        "nil nil",
        "base.activity 'script.dig' received invalid value for parameter 'depth': Value is not of type \"number\": \"x\": must be a number",
        "base.activity 'script.dig' does not accept parameter 'q'",
        "base.activity 'script.dig' is missing required parameter 'depth': must be a number",
    ]
