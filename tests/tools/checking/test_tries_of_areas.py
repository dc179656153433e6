"""`dungeon-host check` tries charas, items, feats and mefs: what their callbacks and handlers are about happens."""

from __future__ import annotations

from tests.helpers import MakeMod
from tests.tools.checking.diagnostics import checked

FAILS = "function() local nothing = nil; return nothing.field end"
ENTRY = 'data:add {{\n  _type = "base.{}", _id = "{}",\n  {}\n}}'


def handled(event: str) -> str:
    return f'events = {{ {{ id = "base.{event}", name = "look", callback = {FAILS} }} }},'


FIELDS = [
    *(("feat", f"{name} = {FAILS}") for name in ("on_activate", "on_stepped_on", "on_bumped_into", "on_instantiate")),
    ("feat", handled("on_feat_activated")),
    ("mef", f"on_stepped_on = {FAILS}"),
    ("mef", handled("on_mef_updated")),
    *(("chara", handled(event)) for event in ("on_build_chara", "on_chara_moved", "on_chara_killed", "on_refresh")),
    *(("chara", handled(event)) for event in ("on_chara_pass_turn", "on_chara_revived", "on_heal_chara_hp")),
    *(("chara", handled(event)) for event in ("on_recruited_as_ally", "on_object_removed")),
    *(("item", handled(event)) for event in ("on_build_item", "on_get_item", "on_drop_item", "on_item_eaten")),
    *(("item", handled(event)) for event in ("on_item_refresh", "on_object_instantiated")),
]


def test_callbacks_and_handlers_are_called(make_mod: MakeMod) -> None:
    entries = (ENTRY.format(kind, f"it{number}", field) for number, (kind, field) in enumerate(FIELDS))
    found = checked(make_mod, "\n".join(entries))
    failed = {line.partition(" fails when it ")[0] for line in found}
    assert failed == {f"it/init.lua:{4 * number + 3} handler it.it{number}" for number in range(len(FIELDS))}


def test_each_handler_is_reported_with_its_line(make_mod: MakeMod) -> None:
    handlers = ",\n".join(
        f'{{ id = "base.{event}", name = "{name}", callback = {FAILS} }}'
        for event, name in (("on_build_chara", "a"), ("on_build_chara", "b"), ("on_chara_pass_turn", "c"))
    )
    found = checked(make_mod, ENTRY.format("chara", "it", f"events = {{\n{handlers} }}"))
    assert [line.split(" handler ")[0] for line in found] == ["it/init.lua:4", "it/init.lua:5", "it/init.lua:6"]


def test_what_works_is_not_reported(make_mod: MakeMod) -> None:
    text = """
    data:add {
      _type = "base.feat", _id = "lever", is_solid = true,
      params = { area_uid = { type = types.optional(types.int) } },
      on_activate = function(feat, params)
        assert(params.chara:is_player() and feat:current_map() == Map.current())
        feat.is_pulled = true
      end,
      on_bumped_into = function(feat, params) assert(params.chara:current_map() == feat:current_map()) end,
    }
    data:add {
      _type = "base.item", _id = "bread",
      events = {
        { id = "base.on_item_eaten", name = "eat", callback = function(item, params)
          assert(params.chara:is_player() and item.amount == 1)
        end },
        { id = "base.on_get_item", name = "take", callback = function(item, params)
          assert(item:get_location() == params.chara)
        end },
      },
    }
    data:add {
      _type = "base.chara", _id = "rat",
      events = {
        { id = "base.on_chara_killed", name = "die", callback = function(chara) assert(not chara:is_alive()) end },
        { id = "base.on_damage_chara", name = "never", callback = function() error "it never happens" end },
      },
    }
    """
    assert checked(make_mod, text) == []


def test_feats_that_need_params_are_not_created(make_mod: MakeMod) -> None:
    # Only the mod knows what they are.
    text = ENTRY.format("feat", "it", f"params = {{ area = types.string }}, on_activate = {FAILS}")
    assert checked(make_mod, text) == []


def test_what_needs_the_game_of_the_mod_is_tried_in_it(make_mod: MakeMod) -> None:
    text = """
    local door
    data:add {
      _type = "base.feat", _id = "lever",
      on_activate = function() door.is_solid = false end,
      %s
    }
    local function begin()
      local map = InstancedMap:new(9, 9)
      Chara.set_player(Chara.create("base.player", nil, nil, { ownerless = true }))
      local area = InstancedArea:new()
      area:add_floor(map)
      Area.register(area)
      Map.set_map(map)
      map:take_object(Chara.player(), 4, 4)
      door = Feat.create("lever", 6, 6, {}, map)
    end
    return { begin = begin }
    """
    assert checked(make_mod, text % "") == []
    found = checked(make_mod, text % "on_stepped_on = function() door.lock.is_open = true end,")
    assert [line.split(" handler ")[0] for line in found] == ["it/init.lua:5"], found


def test_objects_that_leave_at_once_fail_nothing(make_mod: MakeMod) -> None:
    text = """
    local function leave(object) object:remove_ownership() end
    local function look() end
    data:add {
      _type = "base.feat", _id = "mist", on_instantiate = leave, on_stepped_on = look, on_bumped_into = look,
      on_activate = look,
    }
    data:add {
      _type = "base.chara", _id = "ghost", events = {
        { id = "base.on_build_chara", name = "leave", callback = leave },
        { id = "base.on_chara_moved", name = "look", callback = look },
        { id = "base.on_chara_revived", name = "look", callback = look },
      },
    }
    data:add {
      _type = "base.item", _id = "dust", on_instantiate = leave, events = {
        { id = "base.on_get_item", name = "look", callback = look },
        { id = "base.on_drop_item", name = "look", callback = look },
        { id = "base.on_item_eaten", name = "look", callback = look },
      },
    }
    """
    assert checked(make_mod, text) == []


def test_nothing_is_tried_where_an_entry_is_refused(make_mod: MakeMod) -> None:
    # "An error of ours must never be an author's": no entry takes effect then.
    text = f"""
    data:add {{ _type = "base.chara", _id = "rat", events = 5 }}
    data:add {{ _type = "base.item", _id = "gem", _events = setmetatable({{}}, {{ __index = {FAILS} }}) }}
    data:add {{ _type = "base.feat", _id = "lever", params = {{ way = 5 }}, on_activate = {FAILS} }}
    """
    found = checked(make_mod, text)
    assert [line.split()[1] for line in found] == ["load"] * 3
    assert not any("trying" in line for line in found), found
