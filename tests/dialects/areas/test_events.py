"""Events that the host emits for mods of the areas world: when, for what, with which params and result."""

# Lua lines are whole, so that they can be searched for.
# ruff: noqa: E501

from __future__ import annotations

from host import Host
from tests.helpers import MakeMod, RunLua

# `note(id, …)` prints each emission of an event: its source, the values of some params, and its result.
NOTE = """
local function show(value)
  return type(value) == "table" and (value.uid and "#" .. value.uid or "{}") or tostring(value)
end
local function note(id, ...)
  local names = { ... }
  Event.register("base." .. id, "note", function(source, params, result)
    local line = { id, show(source) }
    for _, name in ipairs(names) do line[#line + 1] = name .. "=" .. show(params[name]) end
    if result ~= nil then
      line[#line + 1] = "→ " .. show(type(result) == "table" and next(result) or result)
    end
    print(table.concat(line, " "))
  end)
end
local function imp(map, x, y) return Chara.create("base.fallback", x, y, { ownerless = map == nil }, map) end
data:add { _type = "base.item", _id = "cup" }
data:add { _type = "base.mef", _id = "fog" }
"""


def test_new_objects_emit_the_events_of_their_creation(run_lua: RunLua) -> None:
    script = """
    for _, id in ipairs { "on_pre_build", "on_build_chara", "on_chara_normal_build", "on_build_mef", "on_object_finalized", "on_object_instantiated", "on_chara_instantiated", "on_item_instantiated", "on_feat_instantiated", "on_mef_instantiated", "on_chara_generated", "on_item_init_params" } do note(id) end
    note("on_build_item", "amount")
    note("on_item_generate", "amount")
    local map = InstancedMap:new(5, 5)
    Chara.create("base.fallback", 1, 1, { no_modify = true }, map)
    Chara.create("base.fallback", 1, 1, { no_build = true }, map)
    print "charagen"
    Charagen.create(2, 2, {}, map)
    print "item"
    Item.create("cup", 1, 1, { amount = 3 }, map)
    print "feat"
    Feat.create("base.stairs_up", 3, 3, {}, map)
    print "mef"
    require("api.Mef").create("fog", 3, 3, {}, map)
    """
    text = " ".join(run_lua(NOTE + script).lines).replace(" #", "#")
    assert text == (
        "on_pre_build#1 on_build_chara#1 on_object_finalized#1 on_object_instantiated#1 on_chara_instantiated#1 "
        "charagen on_pre_build#3 on_build_chara#3 on_chara_normal_build#3 on_object_finalized#3 on_object_instantiated#3 "
        "on_chara_instantiated#3 on_chara_generated#3 "
        "item on_pre_build#4 on_item_init_params#4 on_build_item#4 amount=3 on_object_finalized#4 on_object_instantiated#4 "
        "on_item_instantiated#4 on_item_generate#4 amount=3 "
        "feat on_pre_build#5 on_object_finalized#5 on_object_instantiated#5 on_feat_instantiated#5 "
        "mef on_pre_build#6 on_build_mef#6 on_object_finalized#6 on_object_instantiated#6 on_mef_instantiated#6"
    )


def test_actions_of_charas_emit_events(run_lua: RunLua) -> None:
    script = """
    local map = InstancedMap:new(5, 5)
    Map.set_map(map)
    local player = imp(map, 1, 1)
    Chara.set_player(player)
    note("before_chara_moved", "prev_x", "prev_y", "x", "y")
    note("on_get_item", "chara", "amount", "source")
    note("on_drop_item", "chara", "amount", "is_multi_drop")
    note("on_player_death", "player")
    note("on_player_death_revival")
    note("on_heal_chara_hp", "amount", "quiet")
    note("on_chara_calc_can_recruit_allies")
    note("on_item_refresh")
    note("on_calc_chara_equipment_stats", "chara", "item")
    note("after_container_receive_item", "amount", "item", "container")
    note("after_container_provide_item", "chara", "item", "amount")
    note("on_hud_message", "action", "text", "color")
    print(Action.move(player, 2, 1))
    local cup, box = Item.create("cup", 2, 1, { amount = 2 }, map), Item.create("cup", 4, 4, {}, map)
    print(Action.get(player, cup), Action.equip(player, cup))
    player:refresh()
    cup:refresh()
    print(Action.drop(player, cup), box:take_object(cup) == cup, player:take_object(cup) == cup)
    player.hp = 3
    player:heal_to_max()
    player:heal_to_max()
    print(player:kill(), player:revive())
    Gui.mes_c("Beware", "red")
    print(player:recruit_as_ally(imp()))
    Event.register("base.on_chara_calc_can_recruit_allies", "never", function() return false end)
    print(player:recruit_as_ally(imp()))
    Event.register("base.before_chara_moved", "stop", function(_, params, result) result.blocked = params.x == 1 return result end)
    print(Action.move(player, 1, 1), player.x, Action.move(player, 3, 1))
    Event.register("base.before_chara_moved", "wrong", function() return data end)
    print(Action.move(player, 2, 1))
    Event.register("base.before_chara_moved", "xx", function(chara) chara:remove_ownership() end)
    print(Action.move(player, 3, 1), player.x)
    """
    assert run_lua(NOTE + script).lines == [
        "before_chara_moved #1 prev_x=1 prev_y=1 x=2 y=1 → blocked",
        "true",
        "on_get_item #2 chara=#1 amount=2 source=#1 → false",
        "true true",
        "on_calc_chara_equipment_stats #2 chara=#1 item=#2",
        "on_item_refresh #2",
        "on_drop_item #2 chara=#1 amount=2 is_multi_drop=false",
        "after_container_receive_item #3 amount=2 item=#2 container=#3",
        "after_container_provide_item #3 chara=#1 item=#2 amount=2",
        "true true true",
        "on_heal_chara_hp #1 amount=12 quiet=true",
        "on_player_death #1 player=#1",
        "on_player_death_revival #1",
        "true",
        "on_hud_message nil action=message text=Beware color=red",
        "Beware",
        "on_chara_calc_can_recruit_allies #1 → true",
        "true",
        "on_chara_calc_can_recruit_allies #1 → false",
        "false",
        "before_chara_moved #1 prev_x=2 prev_y=1 x=1 y=1 → blocked",
        "before_chara_moved #1 prev_x=2 prev_y=1 x=3 y=1 → blocked",
        "false 2 true",
        "before_chara_moved #1 prev_x=3 prev_y=1 x=2 y=1 → blocked",
        "true",
        "before_chara_moved #1 prev_x=2 prev_y=1 x=3 y=1 → blocked",
        "false nil",
    ]


def test_turns_of_charas_emit_events(run_lua: RunLua) -> None:
    script = """
    local map = InstancedMap:new(5, 5)
    Map.set_map(map)
    local player, rat, corpse = imp(map, 1, 1), imp(map, 3, 3), imp(map, 4, 4)
    Chara.set_player(player)
    corpse:kill()
    note "on_turn_begin"
    note "on_player_turn"
    note("before_chara_turn_start", "is_first_turn")
    note "on_chara_pass_turn"
    note "on_chara_turn_end"
    World.pass_turn()
    print "next"
    Event.register("base.before_chara_turn_start", "stop", function(chara) return { blocked = chara == rat } end)
    World.pass_turn()
    """
    assert run_lua(NOTE + script).lines == [
        "on_turn_begin #1",
        "on_player_turn #1",
        "before_chara_turn_start #1 is_first_turn=true → blocked",
        "on_chara_pass_turn #1 → blocked",
        "on_chara_turn_end #1 → regeneration",
        "before_chara_turn_start #2 is_first_turn=true → blocked",
        "on_chara_pass_turn #2 → blocked",
        "on_chara_turn_end #2 → regeneration",
        "next",
        "on_turn_begin #1",
        "on_player_turn #1",
        "before_chara_turn_start #1 is_first_turn=false → blocked",
        "on_chara_pass_turn #1 → blocked",
        "on_chara_turn_end #1 → regeneration",
        "before_chara_turn_start #2 is_first_turn=false → blocked",
    ]


def test_events_of_entries_fire_at_a_refresh(run_lua: RunLua) -> None:
    script = """
    data:add { _type = "base.item", _id = "bell", events = { { id = "base.on_refresh", name = "ring", callback = function() print "ring" end } } }
    Item.create("bell", nil, nil, { ownerless = true }):refresh()
    """
    assert run_lua(script).lines == ["ring"]


def test_texts_and_travel_emit_events(run_lua: RunLua) -> None:
    script = """
    local I18N = require "api.I18N"
    Event.register("base.after_get_translation", "a", function(_, params, text)
      return params.language_id .. " " .. tostring(params.kind) .. " " .. params.id .. " " .. #params.args .. " " .. text
    end)
    print(I18N.get("ui.hi", 1, 2))
    print(I18N.localize("base.item", "m.cup", "name"))
    Event.register("base.after_get_translation", "b", function() return {} end)
    print(I18N.get "x")
    note "on_chara_place_failure"
    local map, full = InstancedMap:new(5, 5), InstancedMap:new(5, 5, "base.wall")
    Map.set_map(map)
    local player = imp(map, 1, 1)
    Chara.set_player(player)
    print((Map.travel_to(full)))
    """
    assert run_lua(NOTE + script).lines == [
        "base.english nil ui.hi 2 <error: ui.hi>",
        "base.english base.item m.cup 1 <error: base.item:m.cup.name>",
        "<error: x>",
        "on_chara_place_failure #1",
        "false",
    ]


def test_handlers_of_entries_hear_the_events_of_creation_and_of_a_new_prototype(run_lua: RunLua) -> None:
    script = """
    local function on(id) return { id = "base." .. id, name = id, callback = function() print(id) end } end
    data:add { _type = "base.item", _id = "egg", events = { on "on_pre_build" } }
    data:add { _type = "base.item", _id = "bird", events = { on "on_item_refresh" } }
    local egg = Item.create("egg", nil, nil, { ownerless = true })
    egg:change_prototype "script.bird"
    egg:refresh()
    Event.register("base.before_handle_self_event", "all", function(_, params) print(params.event_id) end)
    egg:remove_ownership()
    Item.create("bird", nil, nil, { ownerless = true, no_build = true }):build_name()
    Item.create("bird", nil, nil, { ownerless = true })
    """
    lines = run_lua(NOTE.replace('_id = "cup"', '_id = "mug"') + script).lines
    assert lines[:2] == ["on_pre_build", "on_item_refresh"]
    assert lines[2:5] == ["base.on_pre_build", "base.on_item_init_params", "base.on_build_item"]


def test_the_start_of_a_game_and_its_player_emit_events(make_mod: MakeMod) -> None:
    init = """
    local function note(id) Event.register("base." .. id, "note", function(source) print(id, source and source.name) end) end
    for _, id in ipairs { "on_game_initial_load", "on_new_game", "on_initialize_player", "on_finalize_player", "on_set_player" } do note(id) end
    Event.register("base.generate_chara_name", "a", function(chara, _, name) return chara._id == "m.rat" and name .. " Ann" or data end)
    data:add { _type = "base.chara", _id = "rat" }
    data:add { _type = "base.chara", _id = "cat" }
    function start()
      for _, id in ipairs { "rat", "cat", "base.fallback" } do
        Chara.set_player(Chara.create(id, nil, nil, { ownerless = true }))
      end
    end
    """
    lines: list[str] = []
    mod = make_mod("m", init)
    script = mod.parent / "go.lua"
    script.write_text('require("m").start()')
    Host([mod], output=lines.append).run_script(script, seed=1)
    assert lines == [
        "on_game_initial_load nil",
        "on_new_game nil",
        "on_initialize_player rat Ann",
        "on_finalize_player rat Ann",
        "on_set_player rat Ann",
        "on_set_player cat",
        "on_set_player bug",
    ]


def test_healing_regeneration_and_weight_emit_events(run_lua: RunLua) -> None:
    script = """
    local map = InstancedMap:new(5, 5)
    Map.set_map(map)
    local player = imp(map, 1, 1)
    Chara.set_player(player)
    note("on_heal_chara_mp", "amount", "quiet")
    note("on_heal_chara_stamina", "amount", "quiet")
    note "on_refresh_weight"
    note "on_regenerate"
    player.mp, player.max_mp, player.stamina, player.max_stamina = 2, 5, "x", 9
    player:heal_to_max()
    print(player.mp, player.stamina)
    player.stamina = 3
    player:heal_to_max()
    player:refresh()
    World.pass_turn()
    Event.register("base.on_chara_turn_end", "no", function() return { regeneration = false } end)
    World.pass_turn()
    """
    assert run_lua(NOTE + script).lines == [
        "on_heal_chara_mp #1 amount=3 quiet=true",
        "5 x",
        "on_heal_chara_stamina #1 amount=6 quiet=true",
        "on_refresh_weight #1",
        "on_regenerate #1",
    ]


def test_an_error_whose_text_fails_is_reported_as_any_other(run_lua: RunLua) -> None:
    ran = run_lua("""
        Event.register("base.on_map_entered", "odd", function()
          error(setmetatable({}, { __tostring = function() error "again" end }))
        end)
        Event.trigger("base.on_map_entered")
        print "goes on"
    """)
    assert ran.lines == ["goes on"]
    (warning,) = ran.host.warnings
    assert warning.endswith("failed: an error object that is a table")
