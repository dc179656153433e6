-- IChara, Chara and Charagen: creatures.
return [==[
module "api.IChara": IChara

module "api.Chara": Chara

module "api.Charagen": Charagen

class IChara: IObject, ICarrier -- named
  A chara: a creature that lives on maps.
  = Chara.create("base.fallback", nil, nil, { ownerless = true })

IChara.name: string
  Its name.

IChara.level: integer
  Its level.

IChara.quality: integer
  Its quality; 1 at first.

IChara.hp: number
  Its health.

IChara.max_hp: number
  Its full health.

IChara.state: string
  "Alive" or "Dead".

IChara.respawn_date: integer?
  The hour of game time at which a dead citizen respawns.

IChara.is_citizen: boolean?
  Whether it respawns after death and is never removed by a renewal.

IChara.is_summoned: boolean?
  Whether a renewal of the map may remove it.

IChara.initial_x: integer?
  Its first square, on maps with anchored charas.

IChara.initial_y: integer?
  Its first square, on maps with anchored charas.

IChara.relation: number?
  Its relation to the player: 10 for an ally, -3 for an enemy.

IChara.target: IChara?
  The chara that Action.find_target last found.

IChara.skills: table<string, number>?
  The levels of its skills, by id.

IChara:skill_level(id: string): number
  The level of a skill in `skills`, with temporary values; 0 for a skill that is not there.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp.skills = { ["elona.axe"] = 4 }
  > print(imp:skill_level "elona.axe", imp:base_skill_level "elona.bow") --> 4 0

IChara:base_skill_level(id: string): number
  The same without temporary values.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):base_skill_level "elona.axe") --> 0

IChara:is_player(): boolean
  Whether it is the player.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > Chara.set_player(imp)
  > print(imp:is_player()) --> true

IChara:is_in_player_party(): boolean
  Whether it is the player or an ally.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:recruit_as_ally()
  > print(imp:is_in_player_party()) --> true

IChara:is_ally(): boolean
  Whether it is an ally of the player.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:recruit_as_ally()
  > print(imp:is_ally()) --> true

IChara:recruit_as_ally(target: IChara?, quiet: truth?): boolean
  Adds it to the party of the player; or adds another chara to its own party, which it leads if it was in none. Emits
  base.on_recruited_as_ally for the new member; false if that is in a party already.
  - target: the chara that joins, and takes the `relation` of this one
  - quiet: `no_message` of the event
  ! A party has 100 members at most; with a target, the result is false then
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(imp:recruit_as_ally(), imp:recruit_as_ally()) --> true false

IChara:leave_party(): boolean
  Removes it from the party of the player; false if it is not an ally.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:recruit_as_ally()
  > print(imp:leave_party(), imp:is_ally()) --> true false

IChara:iter_other_party_members(): Iterator
  Iterates over the other charas of its party. Of a party that the player does not lead, those on its map.
  > local imp = Chara.create("base.player", nil, nil, { ownerless = true })
  > local owl = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > Chara.set_player(imp)
  > imp:recruit_as_ally(owl)
  > print(imp:iter_other_party_members():extract("name"):to_list()[1]) --> bug

IChara:equip_item(item: IItem): IItem?
  Equips an item, which it takes first if it lies elsewhere. Returns the item, or nil when it cannot take it.
  > local imp = Chara.create("base.player", nil, nil, { ownerless = true })
  > data:add { _type = "base.item", _id = "tiara" }
  > local tiara = Item.create("tiara", nil, nil, { ownerless = true })
  > print(imp:equip_item(tiara) == tiara, tiara.is_equipped, imp:has_object(tiara)) --> true true true

IChara:is_alive(): boolean
  Whether it is alive.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:kill()
  > print(imp:is_alive()) --> false

IChara:kill(): boolean
  Kills it and emits base.on_chara_killed; false if it is dead already.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(imp:kill(), imp.hp, imp:kill()) --> true 0 false

IChara:revive()
  Revives it with full health.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp:kill()
  > imp:revive()
  > print(imp:is_alive(), imp.hp == imp.max_hp) --> true true

IChara:start_activity(id: string | DataEntry, params: table?, turns: number?): IActivity -- game
  Starts an activity, which takes the place of another one: base.on_activity_start is emitted for the activity.
  - params: the params of the activity, as its entry declares them
  - turns: how long it takes; by default `default_turns` of the entry, or 10
  ! There must be a base.activity of that id, and `params` must match its declaration
  > data:add { _type = "base.activity", _id = "rest", animation_wait = 0, on_interrupt = "stop" }
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(imp:start_activity("rest", nil, 3).turns, imp:has_activity(_MOD_ID .. ".rest")) --> 3 true

IChara:get_activity(): IActivity?
  What it is doing, or nil.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):get_activity()) --> nil

IChara:has_activity(id: string?): boolean
  Whether it does an activity, or the activity with an id.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):has_activity()) --> false

IChara:pass_activity_turn(): any
  Lets a turn of its activity pass, as each turn of the host does: the result of base.on_activity_pass_turns. When no
  turns are left, the activity finishes.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):pass_activity_turn()) --> nil

IChara:interrupt_activity(): boolean
  Ends its activity, unless a handler of base.on_activity_interrupt returns true, or `on_interrupt` of the entry is
  "ignore". Returns whether an activity ended.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):interrupt_activity()) --> false

IChara:finish_activity(): boolean
  Ends its activity as done: base.on_activity_finish and base.on_activity_cleanup. Returns whether there was one.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):finish_activity()) --> false

IChara:remove_activity(): boolean
  Ends its activity with base.on_activity_cleanup. Returns whether there was one.
  > print(Chara.create("base.fallback", nil, nil, { ownerless = true }):remove_activity()) --> false

IChara:heal_to_max()
  Sets its health to the maximum, and so mp and stamina where it has max_mp and max_stamina.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > imp.hp = 1
  > imp:heal_to_max()
  > print(imp.hp == imp.max_hp) --> true

record CharaParams -- warned
  Options of a new chara.
  level: number?, its level; by default the level of its entry
  quality: any, its quality
  ownerless: truth?, true for an object that lies nowhere
  no_build: truth?, true skips on_instantiate and the event of new objects

Chara.create(id: string | DataEntry, x: number?, y: number?, params: CharaParams?,
    where: AnyMap | ICarrier?): IChara?, string? -- present
  Creates a chara, on the free square nearest to (x, y).
  - id: the id of a base.chara, or its entry
  - x: without x and y, a free square
  - where: by default the current map
  - result: the chara; or nil and why there is no place for it
  ! There must be a base.chara of that id
  ! There must be a current map, unless a map is passed
  > data:add { _type = "base.chara", _id = "owl", level = 3 }
  > local owl = Chara.create("owl", 2, 2, {}, InstancedMap:new(5, 5))
  > print(owl.name, owl.level, owl.x, owl.y) --> owl 3 2 2

Chara.player(): IChara | table | nil -- present
  The player: a chara, or an entity of another dialect; nil before a mod sets one.
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > Chara.set_player(imp)
  > print(Chara.player() == imp) --> true

Chara.set_player(object: IChara | table) -- within
  Makes a chara, or an entity of the actions dialect, the player, who travels from map to map.
  ! It must be on the current map, if there is one
  ! An entity must live on a map
  > Chara.set_player(Chara.create("base.fallback", nil, nil, { ownerless = true }))
  > print(Chara.player().name) --> bug

Chara.is_player(object: any): boolean
  Whether a value is the player.
  > print(Chara.is_player(Chara.create("base.fallback", nil, nil, { ownerless = true }))) --> false

Chara.is_alive(object: any, map: AnyMap?): boolean
  Whether a value is a living chara.
  - map: the map it must be on; by default any
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(Chara.is_alive(imp), Chara.is_alive(nil)) --> true false

Chara.at(x: number, y: number, map: AnyMap?): IChara?
  The living chara on a square.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", 2, 3, {}, map)
  > print(Chara.at(2, 3, map) == imp, Chara.at(0, 0, map)) --> true nil

Chara.iter(map: AnyMap?): Iterator
  Iterates over the living charas of a map.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", nil, nil, {}, map)
  > print(Chara.iter(map):length()) --> 1

Chara.iter_all(map: AnyMap?): Iterator
  Iterates over the charas of a map, dead ones included.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", nil, nil, {}, map):kill()
  > print(Chara.iter_all(map):length()) --> 1

Chara.iter_others(map: AnyMap?): Iterator
  Iterates over the living charas of a map outside the party.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", nil, nil, {}, map):recruit_as_ally()
  > print(Chara.iter_others(map):length()) --> 0

Chara.iter_allies(map: AnyMap?): Iterator
  Iterates over the living allies on a map.
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > Chara.create("base.fallback", nil, nil, {}, map):recruit_as_ally()
  > print(Chara.iter_allies(map):length()) --> 1

Chara.iter_party(): Iterator
  Iterates over the player and the allies.
  > Chara.set_player(Chara.create("base.fallback", nil, nil, { ownerless = true }))
  > print(Chara.iter_party():length()) --> 1

Chara.find(id: string | integer, whom: "all" | "allies" | "others"?, map: AnyMap?): IChara?
  The first living chara of a map that has a uid or a full id.
  - whom: which charas to search; by default "all"
  - map: by default the current one
  > local map = InstancedMap:new(5, 5)
  > local imp = Chara.create("base.fallback", nil, nil, {}, map)
  > print(Chara.find("base.fallback", "others", map) == imp) --> true

record CharaFilter -- strict
  The filter of Charagen.
  id: string?, the id of the chara
  level: number?, prefers charas near it, and allows none above it if it is above 0; by default the map's
  initial_level: number?, the level of the new chara
  quality: any, the quality of the new chara
  category: string | string[]?, categories that it must have
  categories: string | string[]?, the same
  tag_filters: string | string[]?, tags that it must have
  race_filter: any, the `race` that it must have
  fltselect: any, the `fltselect` that it must have
  create_params: CharaParams?, the params of Chara.create

Charagen.create(x: number?, y: number?, filter: CharaFilter | string?, where: AnyMap | ICarrier?): IChara?,
    string? -- game
  Creates a chara that matches a filter, drawn by rarity and distance of its level; without a match, a base.fallback.
  - filter: the filter, or an id
  - where: by default the current map
  - result: the chara; or nil and why there is no place for it
  ! The filter may only have the fields above
  > data:add { _type = "base.chara", _id = "wyrm", level = 9, categories = { "drake" } }
  > local wyrm = Charagen.create(2, 2, { level = 12, categories = { "drake" } }, InstancedMap:new(5, 5))
  > print(wyrm._id == _MOD_ID .. ".wyrm") --> true
]==]
