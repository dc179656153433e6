-- Tinkers: handlers that are added to single entities and can be removed again.
return [==[
class Tinker
  = require "@tinkers.tinker" {}
  Handlers that are added to single entities and can be removed again.
  > local slow = require "@tinkers.tinker" { { "getMove", function(event) event.propagate = false end } }
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > slow:tink(rat)
  > print(rat:executeMove({ direction = Vec(1, 0) }).propagate) --> false

Tinker(elements: table[]): Tinker -- within
  A tinker.
  - elements: a list of at most 1000 `{ chain, handler }`
  > print(require("@tinkers.tinker")({ { "tick", print } }).elements[1][1]) --> tick

Tinker.id: integer
  Its number, under which entities store its data.

Tinker.elements: table[]?
  Its handlers: a list of `{ chain, handler }`.

Tinker:tink(entity: GameObject)
  Adds the handlers to an entity. A further `tink` adds them once more.
  ! the entity must have the chains
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > require("@tinkers.tinker")({ { "tick", function() print "squeak" end } }):tink(rat)
  > rat:tick() --> squeak

Tinker:untink(entity: GameObject)
  Removes the handlers of the last `tink`, if any.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require("@tinkers.tinker") { { "tick", print } }
  > tinker:tink(rat)
  > tinker:untink(rat)
  > print(tinker:isTinked(rat)) --> false

Tinker:isTinked(entity: GameObject): boolean
  Whether an entity has its handlers.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require("@tinkers.tinker") { { "tick", print } }
  > tinker:tink(rat)
  > print(tinker:isTinked(rat)) --> true

Tinker:generate(entity: GameObject?): table[]
  The elements for the next `tink`. Subclasses may override it.
  > print(#require("@tinkers.tinker")({ { "tick", print } }):generate()) --> 1

Tinker:addElement(entity: GameObject, element: table): table
  Adds one element to an entity. Returns the argument for `removeElement`. Subclasses may override it.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require("@tinkers.tinker") {}
  > print(tinker:addElement(rat, { "tick", print })[1]) --> tick

Tinker:removeElement(entity: GameObject, added: table)
  Removes one element from an entity. Subclasses may override it.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require("@tinkers.tinker") {}
  > tinker:removeElement(rat, tinker:addElement(rat, { "tick", print }))

class RefTinker: Tinker
  = require "@tinkers.reftinker"(function() return {} end)
  A tinker whose elements are generated for each `tink`.

RefTinker(generator: fun(tinker: RefTinker): table[]): RefTinker -- within
  A tinker with a function that generates its elements.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local once = require "@tinkers.reftinker"(function(self)
  >   return { { "tick", function(event) print "squeak" self:untink(event.actor) end } }
  > end)
  > once:tink(rat)
  > rat:tick() --> squeak
  > rat:tick()

RefTinker.generator: function
  The function that generates its elements.

class StoreTinker: RefTinker
  = require "@tinkers.storetinker"(function() return {} end)
  A RefTinker that stores a value for each entity.

StoreTinker(generator: fun(tinker: StoreTinker): table[]): StoreTinker -- within
  A tinker that stores a value for each entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require "@tinkers.storetinker"(function(self)
  >   return { { "tick", function(event) print(self:getStore(event.actor)) end } }
  > end)
  > tinker:setStore(rat, "squeak")
  > tinker:tink(rat)
  > rat:tick() --> squeak

StoreTinker:setStore(entity: GameObject, store: any)
  Stores a value for an entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require "@tinkers.storetinker"(function() return {} end)
  > tinker:setStore(rat, 5)
  > print(tinker:getStore(rat)) --> 5

StoreTinker:getStore(entity: GameObject): any
  The value that it stores for an entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(require "@tinkers.storetinker"(function() return {} end):getStore(rat)) --> nil

StoreTinker:removeStore(entity: GameObject)
  Removes the value that it stores for an entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require "@tinkers.storetinker"(function() return {} end)
  > tinker:setStore(rat, 5)
  > tinker:removeStore(rat)
  > print(tinker:getStore(rat)) --> nil

class StatTinker: Tinker
  = require "@tinkers.stattinker" {}
  A tinker of stats.

StatTinker(elements: table[]): StatTinker -- within
  A tinker of stats.
  - elements: a list of `{ stat, name, amount }`, `{ stat, amount or Stats }` or `{ stat, handler of event.stats }`
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > require "@tinkers.stattinker" { { StatTypes.Attack, "damage", 2 } }:tink(rat)
  > print(rat:getStat(StatTypes.Attack).damage) --> 3

class RefStatTinker: StatTinker, RefTinker
  = require "@tinkers.refstattinker"(function() return {} end)
  A tinker of stats whose elements are generated for each `tink`.

RefStatTinker(generator: fun(tinker: RefStatTinker): table[]): RefStatTinker -- within
  A tinker of stats with a function that generates its elements.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > require "@tinkers.refstattinker"(function() return { { StatTypes.Attack, "damage", 2 } } end):tink(rat)
  > print(rat:getStat(StatTypes.Attack).damage) --> 3

class StoreStatTinker: RefStatTinker
  = require "@tinkers.storestattinker"(function() return {} end)
  A RefStatTinker that stores a value for each entity. Deprecated: use a RefStatTinker with a table by entities.

StoreStatTinker(generator: fun(tinker: StoreStatTinker): table[]): StoreStatTinker -- within
  A tinker of stats that stores a value for each entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local rage = require "@tinkers.storestattinker"(function(self)
  >   return { { StatTypes.Attack, function(event) event.stats:add("damage", self:getStore(event.actor)) end } }
  > end)
  > rage:setStore(rat, 4)
  > rage:tink(rat)
  > print(rat:getStat(StatTypes.Attack).damage) --> 5

StoreStatTinker:setStore(entity: GameObject, store: any)
  Stores a value for an entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require "@tinkers.storestattinker"(function() return {} end)
  > tinker:setStore(rat, 5)
  > print(tinker:getStore(rat)) --> 5

StoreStatTinker:getStore(entity: GameObject): any
  The value that it stores for an entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(require "@tinkers.storestattinker"(function() return {} end):getStore(rat)) --> nil

StoreStatTinker:removeStore(entity: GameObject)
  Removes the value that it stores for an entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require "@tinkers.storestattinker"(function() return {} end)
  > tinker:setStore(rat, 5)
  > tinker:removeStore(rat)
  > print(tinker:getStore(rat)) --> nil

tinkers.utils.SelfUntinkingTinker(entity: GameObject, chain: string, generator: function, priority: number?): RefTinker
  Adds a handler to an entity for a single pass.
  - generator: called with the tinker and the entity; gives the handler
  - priority: of the handler: one of Ranks, or a number of 6 or more
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local once = require("@tinkers.utils").SelfUntinkingTinker
  > once(rat, "tick", function() return function() print "squeak" end end)
  > rat:tick() --> squeak
  > rat:tick()

tinkers.id(): string
  A number that no tinker has, as text.
  > print(type(require "@tinkers.id"())) --> string

tinkers.components.move: table
  An element of tinkers, for entities that move. It changes nothing.
  > print(require("@tinkers.components.move")[1]) --> getMove
]==]
