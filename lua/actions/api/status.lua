-- Statuses: effects that last for some turns.
return [==[
class Status
  = require("@status.status")()
  An effect that lasts for some turns. It tinks an entity when it is applied and untinks it when it wears off.
  > local Numb = class("Numb", require "@status.status")
  > Numb.amount = 3
  > registerStatus("numb", Numb(require("@tinkers.tinker") { { "checkAction", function(e) e.propagate = false end } }))

Status(tinker: Tinker?): Status -- within
  A status.
  > print(require("@status.status")().amount) --> 2

Status.amount: integer
  The number of turns that it lasts; the default is 2.

Status.overlay: "reset" | "add"
  When it is applied again: "reset" starts it again, "add" makes it last longer by its amount.
  > local Web = class("Web", require "@status.status")
  > Web.overlay = require("@status.overlay").ADD

Status.RESET: "reset"
  The same as `overlay.RESET`.

Status.ADD: "add"
  The same as `overlay.ADD`.

Status.tinker: Tinker?
  Affects the entity while the status lasts.

Status:apply(entity: Entity, amount: integer?, options: any)
  Starts the status.
  - amount: the number of turns that it lasts
  - options: the options of `beStatused`
  > local Slow = class("Slow", require "@status.status")
  > function Slow:apply(entity, amount) print(amount) end
  > Slow():apply(nil, 2) --> 2

Status:reapply(entity: Entity, amount: integer?, options: any)
  Called in place of `apply` when the entity has the status already.
  > local Slow = class("Slow", require "@status.status")
  > function Slow:reapply() print "still slow" end
  > Slow():reapply() --> still slow

Status:wearOff(entity: Entity)
  Ends the status.
  > local Slow = class("Slow", require "@status.status")
  > function Slow:wearOff() print "fast again" end
  > Slow():wearOff() --> fast again

Status:free(entity: Entity)
  Called when the entity acts for the first time after the status wore off.
  > local Slow = class("Slow", require "@status.status")
  > function Slow:free() print "free" end
  > Slow():free() --> free

class OptionStatus: Status
  = require "@status.option"(require "@tinkers.tinker" {})
  A status whose tinker, when it is a StoreTinker, stores the options.

OptionStatus(tinker: Tinker): OptionStatus -- within
  A status with options.
  > local StoreTinker = require "@tinkers.storetinker"
  > local Hot = require "@status.option"(StoreTinker(function(self) return {} end))
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > Hot:apply(rat, 2, { degrees = 40 })
  > print(Hot.tinker:getStore(rat).degrees) --> 40

class FlavorStatus: OptionStatus
  = require "@status.flavor"(require "@tinkers.tinker" {})
  A status with flavors: `options.flavor` is `{ chain, handler }` or a list of such pairs, which it adds while it lasts.

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

overlay.RESET: "reset"
  A status that is applied again starts again.
  > print(require("@status.overlay").RESET) --> reset

overlay.ADD: "add"
  A status that is applied again lasts longer by its amount.
  > print(require("@status.overlay").ADD) --> add

class StatusAmounts: Stats -- local
  = World(5, 5):create(Mods.Critters.Entities.rat, Vec(2, 2)).statuses
  The turns that remain of each status of an entity, by name or by number.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > rat:beStatused { status = { poison = 1 } }
  > print(rat.statuses:get "poison", rat.statuses:get(StatusTypes.poison)) --> 3 3
]==]
