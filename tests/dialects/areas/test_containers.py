"""Inventories, parties and staying charas of the areas world."""

# Lua lines are whole, so that they can be searched for.
# ruff: noqa: E501

from __future__ import annotations

from tests.helpers import RunLua

CHARAS = """
local TestUtil = require "api.test.TestUtil"
local function imp(map, x, y) return Chara.create("base.fallback", x, y, { ownerless = map == nil }, map) end
"""


def test_an_inventory_holds_objects_of_one_type(run_lua: RunLua) -> None:
    script = """
    local Inventory = require "api.Inventory"
    data:add { _type = "base.item", _id = "cup" }
    data:add { _type = "base.item", _id = "ring", value = 9 }
    local owner = imp()
    local bag = Inventory:new(2, nil, owner)
    local cup, ring, third = bag:take_object(Item.create("cup", nil, nil, { ownerless = true })), Item.create("ring", nil, nil, {}, bag), Item.create("cup", nil, nil, { ownerless = true })
    print(cup.location == bag, bag.owner == owner, bag:len(), bag:free_slots(), bag:is_full(), bag:get_max_capacity())
    print(bag:take_object(third), Item.create("cup", nil, nil, {}, bag))
    print(bag:take_object(imp()), bag:has_object(ring), bag:contains(third), bag:get_object(cup.uid) == cup, bag:iter():length(), Item.iter(bag):length())
    print(bag:sorted_by(function(a, b) return a.uid > b.uid end):nth(1) == ring, class.is_an(Inventory, bag), class.is_an(ILocation, bag), bag.__iface == Inventory)
    print(ring:containing_map(), Item.is_alive(ring), bag:is_positional(), bag:can_take_object(third))
    local map = InstancedMap:new(5, 5)
    print(map:take_object(bag, 1, 1), map:can_take_object(bag), bag:set_pos(1, 1), pcall(bag.take_object, bag, bag))
    bag:set_max_capacity(3)
    print(bag:can_take_object(third), bag:remove_object(ring) == ring, ring:get_location(), bag:len())
    bag:take_object(ring)
    bag:set_max_item_weight(50)
    map:take_object(owner, 0, 0)
    owner.bag = bag
    save.base.inventories = nil
    local shop = Inventory.get_or_create "shop"
    print(shop == Inventory.get_or_create "shop", shop ~= Inventory.create "shop", save.base.inventories.shop:len())
    save.base.inventories.shop:take_object(third)
    local uid = cup.uid
    TestUtil.save_cycle()
    local _, loaded = Map.load(map.uid)
    local bag = Chara.at(0, 0, loaded).bag
    print(bag:len(), bag:get_object(uid).name, bag:get_max_capacity(), bag:get_max_item_weight(), bag.owner == Chara.at(0, 0, loaded), Inventory.get_or_create "shop":len())
    local copy = bag:clone()
    print(copy:len(), copy:get_max_capacity())
    bag.max_capacity, bag.type = "x", 3
    print(bag:free_slots(), bag:take_object(Item.create("cup", nil, nil, { ownerless = true })))
    save.base.inventories.shop = 4
    print(Inventory.get_or_create("shop"):len(), pcall(bag.change_prototype, bag, "base.item"))
    print(pcall(Inventory.new, Inventory, -1), pcall(Inventory.new, Inventory, 1, {}))
    """
    lines = run_lua(CHARAS + script.replace('get_or_create "shop":len', 'get_or_create("shop"):len')).lines
    assert lines[:6] == [
        "true true 2 0 true 2",
        "nil nil no location",
        "nil true false true 2 2",
        "true true true true",
        "nil true false false",
        "nil false false true nil",
    ]
    assert lines[6:11] == ["true true nil 1", "true true 0", "2 cup 3 50 true 1", "0 3", "4998 nil"]
    assert lines[11].startswith("0 false")
    assert lines[12].startswith("false false")


def test_every_chara_can_lead_a_party(run_lua: RunLua) -> None:
    script = """
    local parties = require "internal.parties"
    local player, ally, leader, member, other = imp(), imp(), imp(), imp(), imp()
    Chara.set_player(player)
    leader.relation = -3
    print(parties == save.base.parties, player:recruit_as_ally(ally), leader:recruit_as_ally(member), member.relation)
    print(leader:recruit_as_ally(member), leader:recruit_as_ally(leader), leader:recruit_as_ally(player), leader:is_ally(), ally:is_ally())
    local id = parties:get_party_id_of_chara(member)
    print(id, parties:get_leader(id) == leader.uid, parties:has_member(id, member), parties:get_party_id_of_chara(ally), parties:get_leader(1) == player.uid)
    print(member:recruit_as_ally(other), parties:get_party_id_of_chara(other))
    for _, call in ipairs {
      function() parties:add_member(id, ally) end,
      function() parties:remove_member(id, ally) end,
      function() parties:remove_member(id, imp()) end,
      function() parties:get_leader(99) end,
      function() parties:set_leader(1, ally) end,
      function() parties:remove_member(1, player) end,
      function() parties.add_party({}) end,
      function() parties:add_member(id, 3) end,
    } do
      print((select(2, pcall(call)):gsub("^[^ ]* ", "")))
    end
    parties:set_leader(id, other)
    parties:remove_member(id, other)
    print(parties:get_leader(id) == leader.uid)
    save[_MOD_ID].others = { leader, member }
    save[_MOD_ID].id = id
    TestUtil.save_cycle()
    leader, member = table.unpack(save[_MOD_ID].others)
    print(parties:get_leader(id) == leader.uid, parties:has_member(id, member), parties:get_party_id_of_chara(Chara.player()))
    print(leader:recruit_as_ally(), parties:get_party_id_of_chara(leader), parties:get_leader(id) == member.uid)
    local own = parties:new()
    print(own:add_party(), pcall(own.add_member, own, 2, member))
    own:add_member(1, member)
    print(own:get_leader(1) == member.uid, own:get_party_id_of_chara(leader))
    """
    lines = run_lua(CHARAS + script).lines
    assert lines[:4] == ["true true true -3", "false false false false true", "2 true true 1 true", "true 2"]
    for line, part in zip(
        lines[4:12],
        (
            "chara 2 is already in party 1",
            "chara 2 is not in party 2 (1)",
            "is not in party 2 (nil)",
            "unknown party 99",
            "the player leads party 1",
            "is the player, who leads",
            "must be called with a colon",
            "chara is 3",
        ),
        strict=True,
    ):
        assert part in line
    assert lines[12:15] == ["true", "true true 1", "true 1 true"]
    assert lines[15].startswith("1 false")
    assert lines[16] == "true nil"


def test_staying_charas_come_and_go_with_the_player(run_lua: RunLua) -> None:
    script = """
    local StayingCharas = require "api.StayingCharas"
    local area, home, cave = InstancedArea:new(), InstancedMap:new(5, 5), InstancedMap:new(5, 5)
    area.name = "keep"
    Area.register(area)
    area:add_floor(home)
    area:add_floor(cave)
    Map.set_map(home)
    local player, cook, ghost, corpse = imp(home, 0, 0), imp(home, 3, 3), imp(home, 4, 4), imp(home, 2, 4)
    Chara.set_player(player)
    player:recruit_as_ally(cook)
    local staying = save.base.staying_charas
    staying:register(cook, area, 1)
    StayingCharas.register_global(ghost, area, 2)
    staying:register(player, area, 2)
    staying:register(corpse, area, 2)
    corpse:kill()
    local place = staying:get_staying_area_for(cook)
    print(place.area_uid == area.uid, place.area_name, place.area_floor, staying:is_staying_in_map(cook, home), staying:is_staying_in_area(ghost, area), StayingCharas.is_staying_in_map_global(ghost, home))
    cook:set_pos(0, 4)
    print(Map.travel_to(cave))
    print(cook:get_location() == staying, ghost:current_map() == cave, ghost.x, ghost.y, corpse:current_map() == home, staying:iter():length())
    TestUtil.save_cycle()
    print(cook:get_location() == save.base.staying_charas, cook:is_alive(), cook:is_ally())
    print(Map.travel_to(home))
    print(cook:current_map() == home, cook.x, cook.y, ghost:get_location() == staying)
    staying:unregister(ghost, area, 1)
    print(staying:get_staying_area_for(ghost) ~= nil)
    StayingCharas.unregister_for_area_global(ghost, area)
    print(staying:get_staying_area_for(ghost))
    StayingCharas.unregister_all_for_area_global(area)
    print(staying:get_staying_area_for(cook), Map.travel_to(cave), cook:current_map() == cave, ghost:get_location() == staying)
    local own = StayingCharas:new()
    own:register(ghost, area, 2)
    staying:remove_object(ghost)
    home:take_object(ghost, 1, 1)
    own:do_transfer(home, cave)
    print(ghost:current_map() == cave, class.is_an(StayingCharas, own))
    for _, call in ipairs {
      function() own:register(3, area, 1) end,
      function() own:register(ghost, nil, 1) end,
      function() own:register(ghost, area, "x") end,
      function() own.register({}, ghost, area, 1) end,
      function() own:do_transfer(nil, nil) end,
    } do
      print((select(2, pcall(call)):gsub("^[^ ]* ", "")))
    end
    """
    lines = run_lua(CHARAS + script).lines
    assert lines[:11] == [
        "true keep 1 true true false",
        "true",
        "true true 1 1 true 1",
        "true true true",
        "true",
        "true 3 3 true",
        "true",
        "nil",
        "nil true true true",
        "true true",
        "StayingCharas:register: chara is 3: must be a chara",
    ]
    for line, part in zip(lines[11:], ("area is nil", "floor is", "is called on a table", "map is nil"), strict=True):
        assert part in line


def test_a_travel_that_fails_leaves_staying_charas_where_they_were(run_lua: RunLua) -> None:
    script = """
    local area, home, cave = InstancedArea:new(), InstancedMap:new(5, 5), InstancedMap:new(5, 5)
    Area.register(area)
    area:add_floor(home)
    area:add_floor(cave)
    Map.set_map(home)
    local player, cook = imp(home, 0, 0), imp(home, 3, 3)
    Chara.set_player(player)
    save.base.staying_charas:register(cook, area, 1)
    Event.register("base.on_map_entered", "fail", function() error "no" end)
    print(pcall(Map.travel_to, cave))
    print(cook:current_map() == home, cook.x, cook.y, player:current_map() == home)
    """
    lines = run_lua(CHARAS + script, strict=True).lines
    assert lines[0].startswith("false")
    assert lines[1] == "true 3 3 true"


def test_staying_charas_are_asked_by_floor_and_forgotten(run_lua: RunLua) -> None:
    script = """
    local StayingCharas = require "api.StayingCharas"
    local area, home, cave = InstancedArea:new(), InstancedMap:new(5, 5), InstancedMap:new(5, 5)
    Area.register(area)
    area:add_floor(home)
    area:add_floor(cave)
    local cook, ghost = imp(home, 0, 0), imp(home, 3, 3)
    local staying = save.base.staying_charas
    staying:register(cook, area, 1)
    staying:register(ghost, area, 2)
    print(staying:is_staying_in_area(cook, area), staying:is_staying_in_area(cook, area, 1),
      staying:is_staying_in_area(cook, area, 2), StayingCharas.is_staying_in_area_global(ghost, area, 2))
    cook:kill()
    print(staying:get_staying_area_for(cook), staying:get_staying_area_for(ghost).area_floor)
    Area.delete(area)
    print(staying:get_staying_area_for(ghost))
    local own = StayingCharas:new()
    local guest = Chara.create("base.player", nil, nil, {}, own)
    print(guest:get_location() == own, own:iter():length(), guest.name, guest:current_map())
    print(Chara.create("base.player", nil, nil, {}, require("api.Inventory"):new()))
    """
    assert run_lua(CHARAS + script).lines == [
        "true true false true", "nil 2", "nil", "true 1 player nil", "nil no location",
    ]  # fmt: skip


def test_items_are_found_equipped_and_told_from_containers(run_lua: RunLua) -> None:
    script = """
    data:add_multi("base.item", { { _id = "ring" }, { _id = "gem" }, { _id = "bag", container_params = {} } })
    local map = InstancedMap:new(5, 5)
    local bug, friend, stranger = imp(map, 1, 1), imp(map, 2, 1), imp(map, 3, 1)
    local on_ground = Item.create("script.ring", 4, 4, {}, map)
    local bag = Item.create("script.bag", nil, nil, {}, bug)
    local deep = Item.create("script.gem", nil, nil, {}, bag)
    print(Item.find("script.ring", "all", map) == on_ground, Item.find("script.gem", "all", map) == deep,
      Item.find(bag.uid, "all", map) == bag, Item.find("script.gem", nil, map))
    print(bag:is_item_container(), deep:is_item_container(), bug:is_item_container())
    print(friend:equip_item(on_ground) == on_ground, on_ground.is_equipped, on_ground:get_location() == friend)
    print(pcall(friend.equip_item, friend, stranger))
    Chara.set_player(bug)
    bug:recruit_as_ally(friend)
    print(bug:iter_other_party_members():to_list()[1] == friend, friend:iter_other_party_members():to_list()[1] == bug,
      stranger:iter_other_party_members():length())
    stranger:recruit_as_ally(imp(map, 0, 0))
    print(stranger:iter_other_party_members():extract("x"):to_list()[1])
    """
    lines = run_lua(CHARAS + script).lines
    assert lines[:3] == ["true true true nil", "true false false", "true true true"]
    assert lines[4:] == ["true true 0", "0"]
