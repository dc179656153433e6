-- Statuses and tinkers: what is put on an entity and taken off again.
return [==[
class Status
  = require("@status.status")()
  What lasts for some beats: it tinks an entity when it is applied and untinks it when it wears off.
  > local Numb = class("Numb", require "@status.status")
  > Numb.amount = 3
  > registerStatus("numb", Numb(require("@tinkers.tinker") { { "checkAction", function(e) e.propagate = false end } }))

Status(tinker: Tinker?): Status -- within
  A status.
  > print(require("@status.status")().amount) --> 2

Status.amount: integer
  For how many beats it lasts: 2 when a class says nothing.

Status.overlay: "reset" | "add"
  What happens when it is applied again: it begins anew, or lasts longer by its amount.
  > local Web = class("Web", require "@status.status")
  > Web.overlay = require("@status.overlay").ADD

Status.RESET: string
  The same as `overlay.RESET`.

Status.ADD: string
  The same as `overlay.ADD`.

Status.tinker: Tinker?
  What it does while it lasts.

Status:apply(entity: Entity, amount: integer?, options: any)
  It begins.
  - amount: how long it lasts
  - options: what was given to `beStatused`
  > local Slow = class("Slow", require "@status.status")
  > function Slow:apply(entity, amount) print(amount) end
  > Slow():apply(nil, 2) --> 2

Status:reapply(entity: Entity, amount: integer?, options: any)
  It was there already when it was applied again.
  > local Slow = class("Slow", require "@status.status")
  > function Slow:reapply() print "still slow" end
  > Slow():reapply() --> still slow

Status:wearOff(entity: Entity)
  It is over.
  > local Slow = class("Slow", require "@status.status")
  > function Slow:wearOff() print "fast again" end
  > Slow():wearOff() --> fast again

Status:free(entity: Entity)
  The entity decides for the first time after the status wore off.
  > local Slow = class("Slow", require "@status.status")
  > function Slow:free() print "free" end
  > Slow():free() --> free

class OptionStatus: Status
  = require "@status.option"(require "@tinkers.tinker" {})
  A status whose tinker keeps the options, for those that are StoreTinkers.

OptionStatus(tinker: Tinker): OptionStatus -- within
  A status with options.
  > local StoreTinker = require "@tinkers.storetinker"
  > local Hot = require "@status.option"(StoreTinker(function(self) return {} end))
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > Hot:apply(rat, 2, { degrees = 40 })
  > print(Hot.tinker:getStore(rat).degrees) --> 40

class FlavorStatus: OptionStatus
  = require "@status.flavor"(require "@tinkers.tinker" {})
  A status with flavors: `options.flavor` is `{ chain, handler }`, or a list of such, which the entity has while it lasts.

FlavorStatus(tinker: Tinker): FlavorStatus -- within
  A status with flavors.
  > local Hot = require "@status.flavor"(require "@tinkers.tinker" {})
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > Hot:apply(rat, 2, { flavor = { "tick", function() print "hot" end } })
  > rat:tick() --> hot

class Flavor
  = require "@status.flavors.flavor"("tick", print)
  A flavor, for `options.flavor`.

Flavor(chain: string, handler: function | table): Flavor
  A handler for a chain.
  > local Flavor = require "@status.flavors.flavor"
  > print(Flavor("tick", print)[1]) --> tick

overlay.RESET: string
  A status that is applied again begins anew.
  > print(require("@status.overlay").RESET) --> reset

overlay.ADD: string
  A status that is applied again lasts longer by its amount.
  > print(require("@status.overlay").ADD) --> add

class StatusAmounts: Stats -- local
  = World(5, 5):create(Mods.Critters.Entities.rat, Vec(2, 2)).statuses
  How much longer each status of an entity lasts, by name or by number.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat:beStatused { status = { poison = 1 } }
  > print(rat.statuses:get "poison", rat.statuses:get(StatusTypes.poison)) --> 3 3

class Tinker
  = require "@tinkers.tinker" {}
  Handlers for single entities, which can be taken away again.
  > local slow = require "@tinkers.tinker" { { "getMove", function(event) event.propagate = false end } }
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > slow:tink(rat)
  > print(rat:executeMove({ direction = Vec(1, 0) }).propagate) --> false

Tinker(elements: table[]): Tinker -- within
  A tinker.
  - elements: `{ chain, handler }` each, at most 1000
  > print(require("@tinkers.tinker")({ { "tick", print } }).elements[1][1]) --> tick

Tinker.id: integer
  Its number, under which entities keep what it needs.

Tinker.elements: table[]?
  Its handlers: `{ chain, handler }` each.

Tinker:tink(entity: GameObject)
  Adds the handlers to an entity, once more each time.
  ! the entity must have the chains
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > require("@tinkers.tinker")({ { "tick", function() print "squeak" end } }):tink(rat)
  > rat:tick() --> squeak

Tinker:untink(entity: GameObject)
  Takes back what the last `tink` added; nothing happens without one.
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
  The elements for one more `tink`: for classes of your own.
  > print(#require("@tinkers.tinker")({ { "tick", print } }):generate()) --> 1

Tinker:addElement(entity: GameObject, element: table): table
  Adds one element to an entity; gives what `removeElement` needs: for classes of your own.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require("@tinkers.tinker") {}
  > print(tinker:addElement(rat, { "tick", print })[1]) --> tick

Tinker:removeElement(entity: GameObject, added: table)
  Takes one element from an entity: for classes of your own.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require("@tinkers.tinker") {}
  > tinker:removeElement(rat, tinker:addElement(rat, { "tick", print }))

class RefTinker: Tinker
  = require "@tinkers.reftinker"(function() return {} end)
  A tinker whose elements are made anew for each `tink`.

RefTinker(generator: fun(tinker: RefTinker): table[]): RefTinker -- within
  A tinker with a function that gives its elements.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local once = require "@tinkers.reftinker"(function(self)
  >   return { { "tick", function(event) print "squeak" self:untink(event.actor) end } }
  > end)
  > once:tink(rat)
  > rat:tick() --> squeak
  > rat:tick()

RefTinker.generator: function
  What gives its elements.

class StoreTinker: RefTinker
  = require "@tinkers.storetinker"(function() return {} end)
  A RefTinker that keeps something for each entity.

StoreTinker(generator: fun(tinker: StoreTinker): table[]): StoreTinker -- within
  A tinker that keeps something for each entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require "@tinkers.storetinker"(function(self)
  >   return { { "tick", function(event) print(self:getStore(event.actor)) end } }
  > end)
  > tinker:setStore(rat, "squeak")
  > tinker:tink(rat)
  > rat:tick() --> squeak

StoreTinker:setStore(entity: GameObject, store: any)
  Keeps something for an entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require "@tinkers.storetinker"(function() return {} end)
  > tinker:setStore(rat, 5)
  > print(tinker:getStore(rat)) --> 5

StoreTinker:getStore(entity: GameObject): any
  What it keeps for an entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(require "@tinkers.storetinker"(function() return {} end):getStore(rat)) --> nil

StoreTinker:removeStore(entity: GameObject)
  Keeps nothing for an entity any more.
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
  - elements: `{ stat, name, amount }`, `{ stat, amount or Stats }` or `{ stat, function of an event with stats }` each
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > require "@tinkers.stattinker" { { StatTypes.Attack, "damage", 2 } }:tink(rat)
  > print(rat:getStat(StatTypes.Attack).damage) --> 3

class RefStatTinker: StatTinker
  = require "@tinkers.refstattinker"(function() return {} end)
  A tinker of stats whose elements are made anew for each `tink`.

RefStatTinker(generator: fun(tinker: RefStatTinker): table[]): RefStatTinker -- within
  A tinker of stats with a function that gives its elements.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > require "@tinkers.refstattinker"(function() return { { StatTypes.Attack, "damage", 2 } } end):tink(rat)
  > print(rat:getStat(StatTypes.Attack).damage) --> 3

RefStatTinker.generator: function
  What gives its elements.

class StoreStatTinker: RefStatTinker
  = require "@tinkers.storestattinker"(function() return {} end)
  A RefStatTinker that keeps something for each entity.

StoreStatTinker(generator: fun(tinker: StoreStatTinker): table[]): StoreStatTinker -- within
  A tinker of stats that keeps something for each entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local rage = require "@tinkers.storestattinker"(function(self)
  >   return { { StatTypes.Attack, function(event) event.stats:add("damage", self:getStore(event.actor)) end } }
  > end)
  > rage:setStore(rat, 4)
  > rage:tink(rat)
  > print(rat:getStat(StatTypes.Attack).damage) --> 5

StoreStatTinker:setStore(entity: GameObject, store: any)
  Keeps something for an entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require "@tinkers.storestattinker"(function() return {} end)
  > tinker:setStore(rat, 5)
  > print(tinker:getStore(rat)) --> 5

StoreStatTinker:getStore(entity: GameObject): any
  What it keeps for an entity.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(require "@tinkers.storestattinker"(function() return {} end):getStore(rat)) --> nil

StoreStatTinker:removeStore(entity: GameObject)
  Keeps nothing for an entity any more.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local tinker = require "@tinkers.storestattinker"(function() return {} end)
  > tinker:setStore(rat, 5)
  > tinker:removeStore(rat)
  > print(tinker:getStore(rat)) --> nil

tinkers.utils.SelfUntinkingTinker(entity: GameObject, chain: string, generator: function, priority: number?): RefTinker
  Adds a handler to an entity that is there for one pass.
  - generator: called with the tinker and the entity, gives the handler
  - priority: of the handler: one of Ranks, or a number of 6 or more
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > local once = require("@tinkers.utils").SelfUntinkingTinker
  > once(rat, "tick", function() return function() print "squeak" end end)
  > rat:tick() --> squeak
  > rat:tick()
]==]
