-- StayingCharas and parties: charas that stay on floors, and charas that lead others.
return [==[
module "api.StayingCharas": StayingCharas -- local

class StayingCharas: ICarrier -- required
  A location of charas that stay on floors of areas, from `require "api.StayingCharas"`. When the player changes the
  map, charas that belong elsewhere are put into save.base.staying_charas, and charas of the new floor return to their
  squares.
  The functions whose names end with `_global` are methods of that location.
  = require("api.StayingCharas"):new()

StayingCharas:new(): StayingCharas -- on_class game
  Creates a location.
  > local StayingCharas = require "api.StayingCharas"
  > print(StayingCharas:new():iter():length()) --> 0

record StayingArea
  Where a chara stays.
  area_uid: integer, the uid of the area
  area_name: string?, its name
  area_floor: integer, the floor

StayingCharas:register(chara: IChara, area: InstancedArea, floor: integer)
  Lets a chara stay on a floor, at its present square or else in the middle. Replaces its former floor.
  > local staying = require("api.StayingCharas"):new()
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > staying:register(imp, area, 1)
  > print(staying:is_staying_in_area(imp, area)) --> true

StayingCharas.register_global(chara: IChara, area: InstancedArea, floor: integer) -- game
  The same as save.base.staying_charas:register.
  > local StayingCharas = require "api.StayingCharas"
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > StayingCharas.register_global(imp, area, 1)
  > print(StayingCharas.is_staying_in_area_global(imp, area)) --> true

StayingCharas:unregister(chara: IChara, area: InstancedArea?, floor: integer?)
  Lets a chara stay nowhere; with an area, or an area and a floor, only if it stays there.
  > local staying = require("api.StayingCharas"):new()
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > staying:register(imp, area, 1)
  > staying:unregister(imp, area, 2)
  > print(staying:is_staying_in_area(imp, area)) --> true

StayingCharas.unregister_global(chara: IChara, area: InstancedArea?, floor: integer?) -- game
  The same as save.base.staying_charas:unregister.
  > local StayingCharas = require "api.StayingCharas"
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > StayingCharas.register_global(imp, area, 1)
  > StayingCharas.unregister_global(imp, area, 2)
  > print(StayingCharas.is_staying_in_area_global(imp, area)) --> true

StayingCharas:unregister_for_area(chara: IChara, area: InstancedArea)
  Lets a chara stay nowhere if it stays in an area.
  > local staying = require("api.StayingCharas"):new()
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > staying:register(imp, area, 1)
  > staying:unregister_for_area(imp, area)
  > print(staying:get_staying_area_for(imp)) --> nil

StayingCharas.unregister_for_area_global(chara: IChara, area: InstancedArea) -- game
  The same as save.base.staying_charas:unregister_for_area.
  > local StayingCharas = require "api.StayingCharas"
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > StayingCharas.register_global(imp, area, 1)
  > StayingCharas.unregister_for_area_global(imp, area)
  > print(StayingCharas.get_staying_area_for_global(imp)) --> nil

StayingCharas:unregister_all_for_area(area: InstancedArea)
  Lets all charas that stay in an area stay nowhere.
  > local staying = require("api.StayingCharas"):new()
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > staying:register(imp, area, 1)
  > staying:unregister_all_for_area(area)
  > print(staying:get_staying_area_for(imp)) --> nil

StayingCharas.unregister_all_for_area_global(area: InstancedArea) -- game
  The same as save.base.staying_charas:unregister_all_for_area.
  > local StayingCharas = require "api.StayingCharas"
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > StayingCharas.register_global(imp, area, 1)
  > StayingCharas.unregister_all_for_area_global(area)
  > print(StayingCharas.get_staying_area_for_global(imp)) --> nil

StayingCharas:get_staying_area_for(chara: IChara): StayingArea?
  Where a chara stays; nil if it is nowhere.
  > local staying = require("api.StayingCharas"):new()
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > staying:register(imp, area, 1)
  > print(staying:get_staying_area_for(imp).area_floor) --> 1

StayingCharas.get_staying_area_for_global(chara: IChara): StayingArea? -- game
  The same as save.base.staying_charas:get_staying_area_for.
  > local StayingCharas = require "api.StayingCharas"
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > StayingCharas.register_global(imp, area, 1)
  > print(StayingCharas.get_staying_area_for_global(imp).area_floor) --> 1

StayingCharas:is_staying_in_area(chara: IChara, area: InstancedArea, floor: integer?): boolean
  Whether a chara stays in an area; with a floor, only if it stays on that floor.
  > local staying = require("api.StayingCharas"):new()
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > print(staying:is_staying_in_area(imp, area)) --> false

StayingCharas.is_staying_in_area_global(chara: IChara, area: InstancedArea, floor: integer?): boolean -- game
  The same as save.base.staying_charas:is_staying_in_area.
  > local StayingCharas = require "api.StayingCharas"
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local area = InstancedArea:new()
  > print(StayingCharas.is_staying_in_area_global(imp, area)) --> false

StayingCharas:is_staying_in_map(chara: IChara, map: AnyMap): boolean
  Whether a chara stays on the floor that a map is.
  > local staying = require("api.StayingCharas"):new()
  > local map, area = InstancedMap:new(5, 5), InstancedArea:new()
  > area:add_floor(map)
  > local imp = Chara.create("base.fallback", 1, 2, {}, map)
  > staying:register(imp, area, 1)
  > print(staying:is_staying_in_map(imp, map)) --> true

StayingCharas.is_staying_in_map_global(chara: IChara, map: AnyMap): boolean -- game
  The same as save.base.staying_charas:is_staying_in_map.
  > local StayingCharas = require "api.StayingCharas"
  > local map, area = InstancedMap:new(5, 5), InstancedArea:new()
  > area:add_floor(map)
  > local imp = Chara.create("base.fallback", 1, 2, {}, map)
  > StayingCharas.register_global(imp, area, 1)
  > print(StayingCharas.is_staying_in_map_global(imp, map)) --> true

StayingCharas:do_transfer(previous: AnyMap?, map: AnyMap)
  Lets living charas come and go as when the player changes the map from one to another.
  > local staying = require("api.StayingCharas"):new()
  > local map, area = InstancedMap:new(5, 5), InstancedArea:new()
  > area:add_floor(map)
  > local imp = Chara.create("base.fallback", 1, 2, {}, map)
  > staying:register(imp, area, 2)
  > staying:do_transfer(nil, map)
  > print(imp:get_location() == staying) --> true

StayingCharas.do_transfer_global(previous: AnyMap?, map: AnyMap) -- game
  The same as save.base.staying_charas:do_transfer.
  > local StayingCharas = require "api.StayingCharas"
  > local map, area = InstancedMap:new(5, 5), InstancedArea:new()
  > area:add_floor(map)
  > local imp = Chara.create("base.fallback", 1, 2, {}, map)
  > StayingCharas.register_global(imp, area, 2)
  > StayingCharas.do_transfer_global(nil, map)
  > print(imp:get_location() == save.base.staying_charas) --> true

module "internal.parties": parties -- local

class parties -- required
  The parties of charas, from `require "internal.parties"`, or as save.base.parties. Party 1 is the player's.
  = save.base.parties

parties:new(): parties
  Creates parties of their own, which no save has.
  > print(save.base.parties:new():add_party()) --> 1

parties:add_party(): integer
  Creates a party without members; returns its id.
  ! There may be at most 10000 parties
  > print(save.base.parties:add_party()) --> 2

parties:add_member(id: integer, chara: IChara)
  Adds a chara to a party. The first one leads it.
  ! There must be a party of that id with room for it, and the chara must be in none
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local id = save.base.parties:add_party()
  > save.base.parties:add_member(id, imp)
  > print(save.base.parties:get_leader(id) == imp.uid) --> true

parties:remove_member(id: integer, chara: IChara)
  Removes a chara from a party. When the leader leaves, the next one leads.
  ! The chara must be in the party, and not be the player
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > local id = save.base.parties:add_party()
  > save.base.parties:add_member(id, imp)
  > save.base.parties:remove_member(id, imp)
  > print(save.base.parties:get_leader(id)) --> nil

parties:has_member(id: integer, chara: IChara): boolean
  Whether a chara is in a party.
  ! There must be a party of that id
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(save.base.parties:has_member(save.base.parties:add_party(), imp)) --> false

parties:set_leader(id: integer, chara: IChara)
  Lets a member lead a party.
  ! The chara must be in the party, which must not be the player's
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print((pcall(save.base.parties.set_leader, save.base.parties, 1, imp))) --> false

parties:get_leader(id: integer): integer?
  The uid of the leader of a party; nil if it has no members.
  ! There must be a party of that id
  > print(save.base.parties:get_leader(1)) --> nil

parties:get_party_id_of_chara(chara: IChara): integer?
  The party of a chara, or nil.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(save.base.parties:get_party_id_of_chara(imp)) --> nil
]==]
