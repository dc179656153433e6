-- Event and Advice: how mods hear of what happens, and change what functions of others do.
return [==[
module "api.Event": Event

module "api.Advice": Advice

Event.register(id: string, name: string, fn: fun(source: any, params: table, result: any): any, options: HandlerOptions | number?)
  Lets a function handle an event, whoever emits it. It may answer a new result, and "blocked" to end it there.
  - name: what the handler does; an event has one handler of a name
  - options: the priority, or a table with it; lower numbers run first, and 100000 is the usual one
  ! There must be an event of that id, and no other handler of that name
  > Event.register("base.on_turn_passed", "tick", function(_, params) print("turn " .. params.turn) end)
  > World.pass_turn() --> turn 1

Event.replace(id: string, name: string, fn: fun(source: any, params: table, result: any): any, options: HandlerOptions | number?)
  Lets another function take the place of a handler.
  - options: the priority it has now if it is left out
  ! There must be a handler of that name, of this mod or one that it depends on
  > Event.register("base.on_turn_passed", "tick", function() print "tick" end)
  > Event.replace("base.on_turn_passed", "tick", function() print "tock" end)
  > World.pass_turn() --> tock

Event.unregister(id: string, name: string)
  Takes a handler away.
  ! There must be a handler of that name, of this mod or one that it depends on
  > Event.register("base.on_turn_passed", "tick", print)
  > Event.unregister("base.on_turn_passed", "tick")
  > print(Event.has_handler("base.on_turn_passed", "tick")) --> false

Event.set_enabled(id: string, name: string, enabled: truth?)
  Lets a handler rest, or work again.
  ! There must be a handler of that name, of this mod or one that it depends on
  > Event.register("base.on_turn_passed", "tick", print)
  > Event.set_enabled("base.on_turn_passed", "tick", false)
  > print(Event.list("base.on_turn_passed")[1].enabled) --> false

Event.enable(id: string, name: string)
  Lets a handler work again.
  ! There must be a handler of that name, of this mod or one that it depends on
  > Event.register("base.on_turn_passed", "tick", function() print "tick" end)
  > Event.disable("base.on_turn_passed", "tick")
  > Event.enable("base.on_turn_passed", "tick")
  > World.pass_turn() --> tick

Event.disable(id: string, name: string)
  Lets a handler rest.
  ! There must be a handler of that name, of this mod or one that it depends on
  > Event.register("base.on_turn_passed", "tick", function() error "never" end)
  > Event.disable("base.on_turn_passed", "tick")
  > World.pass_turn()

Event.has_handler(id: string, name: string?): boolean
  Whether an event has a handler.
  - name: that of the handler; any if it is left out
  ! There must be an event of that id
  > print(Event.has_handler "base.on_map_entered") --> true

record EventHandler
  A handler of an event, as Event.list tells of it.
  name: string, what it does
  priority: number, lower numbers run first
  mod: string, whose it is
  enabled: boolean, whether it works

Event.list(id: string): EventHandler[]
  The handlers of an event that are registered for all, in their order.
  ! There must be an event of that id
  > Event.register("base.on_turn_passed", "tick", print, 50000)
  > local first = Event.list("base.on_turn_passed")[1]
  > print(first.name, first.priority) --> tick 50000

Event.trigger(id: string, params: table?, default: any): any, table, string?
  Emits an event from nobody in particular: the result, the params, and "blocked" if a handler ended it.
  - default: the result, if no handler gives another
  ! There must be an event of that id
  > data:add { _type = "base.event", _id = "on_toll" }
  > Event.register(_MOD_ID .. ".on_toll", "double it", function(_, params, toll) return toll * 2 end)
  > print((Event.trigger(_MOD_ID .. ".on_toll", {}, 5))) --> 10

Event.create(id: string)
  Adds an event of the mod: the same as data:add with the type base.event.
  ! The id must be a name of small letters, digits and underscores that is not taken
  > Event.create "on_sneeze"
  > print(Event.has_handler(_MOD_ID .. ".on_sneeze")) --> false

Event.define_hook(name: string, description: string?, default: any, field: any, fn: function?): fun(params: table, result: any): any, table
  Adds an event `hook_NAME` of the mod; the answer is a function that emits it.
  - default: what the function answers if no handler gives another; a table is copied for each call
  - field: which field of the answer counts, if it is a table; the whole answer if it is left out
  - fn: the first handler
  ! The name must be one of small letters, digits and underscores that is not taken
  > local price = Event.define_hook("price", "What things cost.", 10)
  > Event.register(_MOD_ID .. ".hook_price", "sale", function(_, _, cost) return cost // 2 end)
  > print((price {})) --> 5

record AdviceOptions
  How advice is added.
  priority: number? = 100000, the highest is outermost
  enabled: boolean? = true, whether it works from the start

Advice.add(where: string, path: string, name: string, identifier: string, fn: function, options: AdviceOptions?)
  Wraps a function around one of a module.
  - where: before, after, around, override, before_while, before_until, after_while, after_until, filter_args or filter_return
  - path: what the module is required as, such as api.Chara
  - name: the function of the module
  - identifier: what the advice is called, up to 128 characters
  ! The module must have a function of that name
  ! A mod advises a function once under a name, and only in modules of the host, of its own and of mods it depends on
  > Advice.add("filter_return", "api.Rand", "dice_max", "loaded dice", function(most) return most + 1 end)
  > print(Rand.dice_max(2, 6)) --> 13
  > Advice.remove("api.Rand", "dice_max", _MOD_ID, "loaded dice")

Advice.remove(path: string, name: string, by: string, identifier: string)
  Takes a piece of advice away.
  - by: the id of the mod that gave it
  ! There must be such advice, and it must be of this mod or one that it depends on
  > Advice.add("override", "api.Rand", "dice_max", "no dice", function() return 0 end)
  > Advice.remove("api.Rand", "dice_max", _MOD_ID, "no dice")
  > print(Rand.dice_max(2, 6)) --> 12

Advice.set_enabled(path: string, name: string, by: string, identifier: string, enabled: truth?)
  Lets a piece of advice rest, or work again.
  - by: the id of the mod that gave it
  ! There must be such advice, and it must be of this mod or one that it depends on
  > Advice.add("override", "api.Rand", "dice_max", "rest", function() return 0 end)
  > Advice.set_enabled("api.Rand", "dice_max", _MOD_ID, "rest", false)
  > print(Rand.dice_max(2, 6)) --> 12
  > Advice.remove_by_mod(_MOD_ID)

Advice.is_advised(path: string, name: string, by: string?, identifier: string?): boolean
  Whether a function is advised.
  - by: the id of the mod that gave the advice; any if it is left out
  - identifier: what the advice is called; any if it is left out
  ! There must be a module of that path
  > print(Advice.is_advised("api.Rand", "dice_max")) --> false

Advice.remove_by_mod(by: string)
  Takes away all advice of a mod that this one may change.
  > Advice.add("before", "api.Rand", "dice_max", "watch", print)
  > Advice.remove_by_mod(_MOD_ID)
  > print(Advice.is_advised("api.Rand", "dice_max")) --> false

Advice.remove_all(path: string, name: string)
  Takes away all advice to a function that this mod may change.
  ! There must be a module of that path
  > Advice.add("before", "api.Rand", "dice_max", "watch", print)
  > Advice.remove_all("api.Rand", "dice_max")
  > print(Advice.is_advised("api.Rand", "dice_max")) --> false
]==]
