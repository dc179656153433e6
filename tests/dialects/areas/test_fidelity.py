"""Behaviour that mods of the areas world rely on: party, living objects, events, advice, messages."""

# Lua lines and messages are whole, so that they can be searched for.
# ruff: noqa: E501

from __future__ import annotations

from pathlib import Path

import pytest

from host import HostError
from tests.helpers import MakeMod, RunLua

CHARA = """
local function imp() return Chara.create("base.fallback", nil, nil, { ownerless = true }) end
local player = imp()
Chara.set_player(player)
"""


def test_the_caller_of_recruit_as_ally_leads(run_lua: RunLua) -> None:
    script = """
    local target, loner = imp(), imp()
    player.relation = 10
    Event.register("base.on_recruited_as_ally", "note", function(source, params) print(source == target, params.no_message) end)
    print(player:recruit_as_ally(target, true), target:is_ally(), target.relation)
    print(player:recruit_as_ally(target), player:recruit_as_ally(player), target:recruit_as_ally(imp()))
    print(loner:recruit_as_ally(), loner:is_ally())
    print(pcall(imp().recruit_as_ally, imp(), imp()))
    """
    lines = run_lua(CHARA + script).lines
    assert lines[:2] == ["true true", "true true 10"]
    assert lines[2:6] == ["false false", "false false true", "false false", "true true"]
    # A chara without a party leads a new one.
    assert lines[6:] == ["false false", "true true"]


def test_items_and_feats_are_alive_where_they_lie(run_lua: RunLua) -> None:
    script = """
    data:add { _type = "base.item", _id = "nail" }
    local map, other = InstancedMap:new(5, 5), InstancedMap:new(5, 5)
    local nail = Item.create("nail", 1, 1, {}, map)
    local feat = Feat.create("base.stairs_up", 2, 2, {}, map)
    print(Item.is_alive(nail), Item.is_alive(nail, map), Item.is_alive(nail, other), Feat.is_alive(feat, map), Feat.is_alive(feat), Feat.is_alive(3))
    player:take_object(nail)
    print(Item.is_alive(nail), Item.iter(player):length(), Item.iter(map):length())
    nail.amount = 0
    print(Item.is_alive(nail))
    """
    assert run_lua(CHARA + script).lines == ["true true false true false false", "true 1 0", "false"]


def test_events_of_charas_and_clones(run_lua: RunLua) -> None:
    script = """
    Event.register("base.on_set_player", "a", function(source, params) print("player", source.uid, params.previous_player == player) end)
    Event.register("base.on_object_cloned", "a", function(_, params) print(params.object == player, params.new_object.uid, params.type, params.owned) end)
    Event.register("base.on_chara_revived", "a", function(source) print("revived", source == player) end)
    Chara.set_player(imp())
    player:clone()
    player:revive()
    """
    assert run_lua(CHARA + script).lines == ["player 2 true", "true 3 base.chara false", "revived true"]


def test_unknown_handlers_are_removed_without_an_error(run_lua: RunLua) -> None:
    script = """
    player:disconnect_self("base.on_refresh", "nobody")
    Event.unregister("base.on_refresh", "nobody")
    print "done"
    """
    assert run_lua(CHARA + script).lines == ["done"]


@pytest.mark.parametrize(
    ("kind", "line"),
    [("before_while", "nil"), ("before_until", "15"), ("after_while", "false 2"), ("after_until", "15")],
)
def test_advice_until_and_while(run_lua: RunLua, kind: str, line: str) -> None:
    script = f"""
    Advice.add("{kind}", "api.Rand", "dice_max", "x", function() return false, 2 end)
    print(Rand.dice_max(2, 6, 3))
    """
    assert run_lua(script).lines == [line]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ('Advice.add("bofore", "api.Rand", "rnd", "x", print)', "Invalid advice location 'bofore'"),
        (
            'Advice.add("before", "api.Randy", "rnd", "x", print)',
            "The module at require path 'api.Randy' was not defined publicly.",
        ),
        ('Advice.add("before", "api.Rand", "rind", "x", print)', "rind"),
        (
            'Advice.add("before", "api.Const", "MAX_CHARAS", "x", print)',
            "The thing at 'api.Const:MAX_CHARAS' was not a function",
        ),
        ('for _ = 1, 2 do Advice.add("before", "api.Rand", "rnd", "x", print) end', "and identifier 'x'."),
        ('Advice.remove("api.Rand", "rnd", "m", "x")', "Advice from mod 'm' with identifier 'x' does not exist."),
        (
            "local a, b = InstancedArea:new(), InstancedArea:new() a:add_child_area(b) a:add_child_area(b)",
            "Area 2 is already a child of area 1",
        ),
        ("player.uid = 3", "'uid' is a reserved field name on map objects."),
        ("player.__mt = 3", "'__mt' is a reserved field name on map objects."),
        (
            'Feat.create("base.stairs_up", 1, 1, { params = { area_uid = "x" } }, InstancedMap:new(5, 5))',
            "base.feat 'base.stairs_up' received invalid value for parameter 'area_uid': Value is not of type",
        ),
        (
            'Feat.create("base.stairs_up", 1, 1, { params = { area = 3 } }, InstancedMap:new(5, 5))',
            "base.feat 'base.stairs_up' does not accept parameter 'area'",
        ),
        (
            'data:add { _type = "base.feat", _id = "f", params = { key = types.string } } Feat.create("f", 1, 1, {}, InstancedMap:new(5, 5))',
            "is missing required parameter 'key': must be a string",
        ),
        ('Event.trigger("base.nothing", {})', 'Unknown event type "base.nothing"'),
    ],
)
def test_messages_have_the_words_that_mods_look_for(run_lua: RunLua, script: str, message: str) -> None:
    with pytest.raises(HostError) as caught:
        run_lua(CHARA + script)
    assert message in str(caught.value)


def test_map_object_makes_and_recognises_objects(run_lua: RunLua) -> None:
    script = """
    local MapObject = require "api.MapObject"
    Event.register("base.on_object_instantiated", "note", function() print "new" end)
    local imp = MapObject.generate_from("base.chara", "base.fallback")
    MapObject.finalize(imp, { no_build = true })
    print(imp.location, MapObject.is_map_object(imp), MapObject.is_map_object(imp, "base.chara"))
    MapObject.finalize(imp)
    print(MapObject.is_map_object(imp, "base.item"))
    print(MapObject.is_map_object(3))
    local copied = { list = { 1 } }
    print(MapObject.deepcopy(copied).list ~= copied.list, MapObject.clone(imp).uid ~= imp.uid)
    """
    assert run_lua(script).lines == [
        "nil true true",
        "new",
        "false Expected map object of type 'base.item', got 'base.chara'",
        "false '3' is not a map object",
        "true true",
    ]


def test_aspects_of_entries_are_created_and_saved_with_objects(run_lua: RunLua) -> None:
    script = """
    local IFuse = class.interface("IFuse", { turns = "number" }, { require "api.IAspect" })
    local Fuse, Slow = class.class("Fuse", { IFuse }), class.class("Slow", { IFuse })
    IFuse.default_impl = Fuse
    function Fuse:init(object, params) self.owner, self.turns, self.loud = object.uid, params.turns, params.loud end
    function Slow:init() self.turns = 99 end
    local declared = { [IFuse] = { turns = 3, loud = true } }
    data:add { _type = "base.item", _id = "bomb", _ext = declared }
    data:add { _type = "base.item", _id = "mine", _ext = { IFuse } }
    local map = InstancedMap:new(5, 5)
    local bomb = Item.create("bomb", 1, 1, { aspects = { [IFuse] = { turns = 4 } } }, map)
    local aspect = bomb:get_aspect(IFuse)
    print(aspect.owner == bomb.uid, aspect.turns, aspect.loud, bomb:get_aspect_proto(IFuse).turns, bomb._ext, bomb:iter_aspects():length())
    print(pcall(Item.create, "mine", 1, 1, {}, map))
    local mine = Item.create("mine", 1, 1, { aspects = { [IFuse] = { _impl = Slow } } }, map)
    print(mine:get_aspect(IFuse).turns)
    print(pcall(bomb.get_aspect, bomb, class.interface "IOther"))
    bomb._aspects = 3
    print(bomb:get_aspect(IFuse))
    bomb:set_aspect(IFuse, Slow:new())
    local uid = map.uid
    require("api.test.TestUtil").save_cycle()
    local _, loaded = Map.load(uid)
    for _, item in Item.iter(loaded) do print(item._id:match "%a+$", item:get_aspect(IFuse).turns) end
    """
    lines = run_lua(script).lines
    assert lines[0] == "true 4 true 3 nil 1"
    assert "the instance has no turns: IFuse requires it" in lines[1]
    assert lines[2] == "99"
    assert "is not an interface of aspects: must include IAspect" in lines[3]
    assert lines[4:] == ["nil", "bomb 99", "mine 99"]


def test_aspects_never_write_into_the_table_of_another_mod(run_lua: RunLua, make_mod: MakeMod) -> None:
    thief = make_mod(
        "thief",
        """
        local IFoo = class.interface("IFoo", {}, { require "api.IAspect" })
        local Foo = class.class("Foo", { IFoo })
        function attack()
          local theirs = require "victim"
          local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
          imp._aspects = theirs
          imp:set_aspect(IFoo, Foo:new())
          print(theirs["thief.IFoo"], rawget(theirs, "thief.IFoo"), imp:get_aspect(IFoo) ~= nil)
        end
        """,
    )
    victim = make_mod("victim", "return { secret = 1 }")
    assert run_lua('require("thief").attack()', mods=[victim, thief]).lines == ["nil nil true"]


def test_test_util_has_ids_and_passes_aspects_on(run_lua: RunLua) -> None:
    script = """
    local TestUtil = require "api.test.TestUtil"
    local IFuse = class.interface("IFuse", {}, { require "api.IAspect" })
    IFuse.default_impl = class.class("Fuse", { IFuse })
    function IFuse.default_impl:init(_, params) self.turns = params.turns end
    data:add { _type = "base.item", _id = "bomb", _ext = { IFuse } }
    local bomb = TestUtil.stripped_item("bomb", nil, nil, nil, 1, { [IFuse] = { turns = 8 } })
    print(TestUtil.TEST_MOD_ID, TestUtil.TEST_SAVE_ID, bomb:get_aspect(IFuse).turns)
    """
    assert run_lua(script).lines == ["@test@ __test__ 8"]


def test_items_are_listed_where_they_are(run_lua: RunLua) -> None:
    script = """
    data:add { _type = "base.item", _id = "box" }
    local map = InstancedMap:new(5, 5)
    map:take_object(player, 1, 1)
    local box, gone = Item.create("box", 1, 1, {}, map), Item.create("box", 2, 2, {}, map)
    local inner = Item.create("box", nil, nil, { amount = 3 }, Item.create("box", nil, nil, {}, player))
    gone.amount = 0
    print(Item.iter(map):length(), Item.iter_ground(map):length(), Item.iter_all(map):length(), Item.iter_in_everything(map):length())
    inner.amount = 0
    print(Item.iter_in_everything(map):length(), Item.iter(inner.location):length())
    print(box:build_name(), box:build_name(1), box:build_name(2.5), pcall(box.build_name, box, "x"))
    box.name = {}
    print((box:build_name()))
    """
    lines = run_lua(CHARA + script).lines
    assert lines[:2] == ["1 1 2 3", "2 0"]
    assert lines[2].startswith("box box 2.5 box false")


def test_skills_and_targets(run_lua: RunLua) -> None:
    script = """
    local map = InstancedMap:new(9, 9)
    map:take_object(player, 1, 1)
    local near, far, ally = imp(), imp(), imp()
    near.relation, far.relation = -3, -4
    player:recruit_as_ally(ally)
    map:take_object(near, 3, 3)
    map:take_object(far, 6, 1)
    map:take_object(ally, 8, 8)
    player.skills = { ["a.b"] = 3, ["a.c"] = "x" }
    player:mod("skills", { ["a.b"] = 5 }, "set")
    print(player:skill_level "a.b", player:base_skill_level "a.b", player:skill_level "a.c", ally:skill_level "a.b")
    print(Action.find_target(player) == near, player.target == near, Action.find_target(near) == player, Action.find_target(ally) == near)
    near:kill()
    print(Action.find_target(player) == far, Action.find_target(imp()))
    map:set_tile(4, 1, "base.wall")
    print(Action.find_target(player))
    player.target, player.relation, player.skills = 3, {}, 4
    print(Action.find_target(player), player:skill_level "a.b", player:base_skill_level "a.b")
    """
    assert run_lua(CHARA + script).lines == [
        "5 3 0 0",
        "true true true true",
        "true nil",
        "nil",
        "nil 5 0",
    ]


def test_games_are_saved_and_loaded_by_mods(run_lua: RunLua) -> None:
    script = """
    print(pcall(Save.load_game))
    local map = InstancedMap:new(5, 5)
    map:take_object(player, 1, 1)
    save[_MOD_ID].gold = 3
    print(Save.save_game("a/b?"), config.base._save_id)
    for gold = 4, 5 do
      save[_MOD_ID].gold = gold
      player:set_pos(4, 4)
      print(Save.load_game(), save[_MOD_ID].gold, player.x)
    end
    Save.queue_autosave(3)
    World.pass_turn()
    save[_MOD_ID].bad = print
    print(pcall(Save.save_game, "x"))
    print(save[_MOD_ID].bad == print, config.base._save_id)
    print(pcall(Save.save_game, {}), pcall(Save.load_game, 3))
    """
    lines = run_lua(CHARA + script).lines
    assert "no game was saved" in lines[0]
    assert lines[1:4] == ["true a_b_", "true 3 1", "true 3 1"]
    assert "Save.save_game: the game cannot be saved" in lines[4]
    assert lines[5] == "true a_b_"
    assert lines[6].startswith("false")


def test_an_autosave_writes_the_file_after_the_turn(run_lua: RunLua, tmp_path: Path) -> None:
    script = """
    print(pcall(Save.load_game))
    save[_MOD_ID].gold = 1
    Save.queue_autosave()
    World.pass_turn()
    save[_MOD_ID].gold = 2
    World.pass_turn()
    print(Save.load_game(), save[_MOD_ID].gold)
    """
    lines = run_lua(CHARA + script, save=tmp_path / "game.save").lines
    assert lines[0].startswith("false")
    assert lines[1] == "true 1"


def test_areas_and_detached_objects(run_lua: RunLua) -> None:
    script = """
    data:add {
      _type = "base.area_archetype", _id = "keep", deepest_floor = 4,
      on_generate_floor = function()
        local map = InstancedMap:new(9, 9)
        Feat.create("base.stairs_up", 1, 1, {}, map)
        return map
      end,
    }
    data:add { _type = "base.unique_area", _id = "pit", deepest_floor = 3 }
    local keep, pit = Area.create_unique("script.keep", "root"), Area.create_unique("script.pit", "root")
    print(keep:deepest_floor(), keep:starting_floor(), pit:deepest_floor(), type(keep.deepest_floor))
    keep.deepest_floor = 7
    print(keep.deepest_floor)
    local _, map = keep:load_or_generate_floor(1)
    print(Feat.at(1, 1, map):nth(1).params.area_uid)
    save[_MOD_ID].player = player
    local uid = player.uid
    require("api.test.TestUtil").save_cycle()
    print(save[_MOD_ID].player.uid == uid, save[_MOD_ID].player.location, require("api.chara.IChara") == IChara)
    print(pcall(class.assert_is_an, IChara, 3))
    print(pcall(function() return data["base.item"]:ensure "script.none" end))
    """
    lines = run_lua(CHARA + script).lines
    assert lines[:4] == ["4 1 3 function", "7", "nil", "true nil true"]
    assert "3 (number) is not an instance of Interface 'IChara'" in lines[4]
    assert "No instance of 'base.item'" in lines[5]
