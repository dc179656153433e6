-- IEventEmitter and Event: events and their handlers.
return [==[
module "api.Event": Event

module "api.IEventEmitter": IEventEmitter

Event.register(id: string, name: string, fn: fun(source: any, params: table, result: any): any,
    options: HandlerOptions | number?)
  Adds a handler for an event of every source. It may return a new result, and "blocked" to stop later handlers.
  - name: a text that says what the handler does, unique for the event
  - options: the priority, or a table with it; lower numbers run first, the default is 100000
  ! There must be an event of that id, and no other handler of that name
  > Event.register("base.on_turn_passed", "tick", function(_, params) print("turn " .. params.turn) end)
  > World.pass_turn() --> turn 1

Event.replace(id: string, name: string, fn: fun(source: any, params: table, result: any): any,
    options: HandlerOptions | number?)
  Replaces a handler.
  - options: the priority, or a table with it; by default the present one
  ! There must be a handler of that name, of this mod or of a mod it depends on
  > Event.register("base.on_turn_passed", "tick", function() print "tick" end)
  > Event.replace("base.on_turn_passed", "tick", function() print "tock" end)
  > World.pass_turn() --> tock

Event.unregister(id: string, name: string)
  Removes a handler; does nothing when there is none of that name.
  ! The handler must be of this mod or of a mod it depends on
  > Event.register("base.on_turn_passed", "tick", print)
  > Event.unregister("base.on_turn_passed", "tick")
  > print(Event.has_handler("base.on_turn_passed", "tick")) --> false

Event.set_enabled(id: string, name: string, enabled: truth?)
  Disables or enables a handler.
  ! There must be a handler of that name, of this mod or of a mod it depends on
  > Event.register("base.on_turn_passed", "tick", print)
  > Event.set_enabled("base.on_turn_passed", "tick", false)
  > print(Event.list("base.on_turn_passed")[1].enabled) --> false

Event.enable(id: string, name: string)
  Enables a handler.
  ! There must be a handler of that name, of this mod or of a mod it depends on
  > Event.register("base.on_turn_passed", "tick", function() print "tick" end)
  > Event.disable("base.on_turn_passed", "tick")
  > Event.enable("base.on_turn_passed", "tick")
  > World.pass_turn() --> tick

Event.disable(id: string, name: string)
  Disables a handler.
  ! There must be a handler of that name, of this mod or of a mod it depends on
  > Event.register("base.on_turn_passed", "tick", function() error "never" end)
  > Event.disable("base.on_turn_passed", "tick")
  > World.pass_turn()

Event.has_handler(id: string, name: string?): boolean
  Whether an event has a handler.
  - name: the name of the handler; by default any
  ! There must be an event of that id
  > print(Event.has_handler "base.on_map_entered") --> true

record EventHandler
  A handler in the list of Event.list.
  name: string, what it does
  priority: number, lower numbers run first
  mod: string, the id of its mod
  enabled: boolean, whether it runs

Event.list(id: string): EventHandler[]
  The handlers that Event.register has added for an event, in order.
  ! There must be an event of that id
  > Event.register("base.on_turn_passed", "tick", print, 50000)
  > local first = Event.list("base.on_turn_passed")[1]
  > print(first.name, first.priority) --> tick 50000

Event.trigger(id: string, params: table?, default: any): any, table, string?
  Emits an event without a source: returns the result, the params, and "blocked" if a handler ended it.
  - default: the result if no handler returns another
  ! There must be an event of that id
  > data:add { _type = "base.event", _id = "on_toll" }
  > Event.register(_MOD_ID .. ".on_toll", "double it", function(_, params, toll) return toll * 2 end)
  > print((Event.trigger(_MOD_ID .. ".on_toll", {}, 5))) --> 10

Event.create(id: string)
  Adds an event of the mod: the same as data:add with the type base.event.
  ! The id must be a new name of small letters, digits and underscores
  > Event.create "on_sneeze"
  > print(Event.has_handler(_MOD_ID .. ".on_sneeze")) --> false

Event.define_hook(name: string, description: string?, default: any, field: any, fn: function?): fun(params: table,
    result: any): any, table
  Adds an event `hook_NAME` of the mod; returns a function that triggers it.
  - default: the result if no handler returns another; a table is copied for each call
  - field: the field of a result table to return; by default the whole result
  - fn: the first handler
  ! The name must be a new name of small letters, digits and underscores
  > local price = Event.define_hook("price", "What things cost.", 10)
  > Event.register(_MOD_ID .. ".hook_price", "sale", function(_, _, cost) return cost // 2 end)
  > print((price {})) --> 5

class IEventEmitter -- named
  A source of events: a map, a chara, an item or a feat.
  = InstancedMap:new(5, 5)

IEventEmitter:emit(id: string, params: table?, default: any): any, string?
  Emits an event: its own handlers run, and handlers of Event.register.
  - default: the result if no handler returns another
  - result: the result, and "blocked" if a handler ended it
  ! There must be an event of that id
  > local map = InstancedMap:new(5, 5)
  > map:connect_self("base.on_map_loaded", "count", function(_, params) return params.count + 1 end)
  > print((map:emit("base.on_map_loaded", { count = 2 }))) --> 3

record HandlerOptions
  Options of a handler.
  priority: number? = 100000, lower numbers run first

IEventEmitter:connect_self(id: string, name: string, fn: fun(source: any, params: table, result: any): any,
    options: HandlerOptions | number?)
  Adds a handler for an event of this source alone. Handlers are not saved, except those in the data of the prototype.
  - name: a text that says what the handler does, unique for the event
  - options: the priority, or a table with it
  ! There must be an event of that id, and no other handler of that name
  > local map = InstancedMap:new(5, 5)
  > map:connect_self("base.on_map_entered", "greet", function(map) print("welcome to " .. map.name) end)
  > map.name = "the attic"
  > Map.set_map(map) --> welcome to the attic

IEventEmitter:disconnect_self(id: string, name: string)
  Removes a handler that connect_self has added; does nothing when there is none of that name.
  > local map = InstancedMap:new(5, 5)
  > map:connect_self("base.on_map_entered", "greet", print)
  > map:disconnect_self("base.on_map_entered", "greet")
  > print(#map:list_events()) --> 0

IEventEmitter:has_event_handler(id: string, name: string?): boolean
  Whether an event has a handler: one of its own, or one of Event.register.
  - name: the name of the handler; by default any
  ! There must be an event of that id
  > local map = InstancedMap:new(5, 5)
  > print(map:has_event_handler("base.on_map_entered", "greet")) --> false

IEventEmitter:list_events(): string[]
  The ids of the events for which it has handlers of its own.
  > local map = InstancedMap:new(5, 5)
  > map:connect_self("base.on_map_entered", "greet", print)
  > print(table.concat(map:list_events(), " ")) --> base.on_map_entered
]==]
