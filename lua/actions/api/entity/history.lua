-- History: the events of an entity in a turn.
return [==[
class History
  = World(5, 5):create(Mods.Critters.Entities.rat, Vec(2, 2)).history
  The events of an entity in this turn, in order.

History(): History
  An empty history.
  > print(#require("@history.history")().events) --> 0

History.events: table[]
  The events: each with `id`, `state`, `pos`, `orientation`, `event` (its code) and `phase`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:takeDamage(1)
  > print(rat.history.events[1].event) --> hurt

History:registerEvent(event: table) -- within
  Adds an event.
  > local history = require("@history.history")()
  > history:registerEvent { event = "squeak", phase = 4 }
  > print(history:was "squeak") --> true

History:getFirstByCode(code: any): table? -- within
  The first event with that code.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:takeDamage(1)
  > print(rat.history:getFirstByCode("hurt").pos) --> Vec(2, 1)

History:was(code: any): boolean -- within
  Whether there is an event with that code.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > print(rat.history:was "hurt") --> false

History:wasDuringPhase(code: any, phase: integer): boolean
  Whether there is an event with that code in a phase.
  > local world = World(3, 3)
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:takeDamage(1)
  > print(rat.history:wasDuringPhase("hurt", world.phase), rat.history:wasDuringPhase("hurt", 7)) --> true false

History:clear() -- within
  Removes all events, as the end of each turn does.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > rat:takeDamage(1)
  > rat.history:clear()
  > print(rat.history:was "hurt") --> false

history.event(code: any, obj: table): table
  Makes an event of a code and the present state of an object: `id`, `state`, `pos`, `orientation`, `event`, `phase`.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(2, 1))
  > print(require "@history.event"("squeak", rat).pos) --> Vec(2, 1)
]==]
