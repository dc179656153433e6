-- What happens to this dialect when mods have loaded, and when a game starts and ends.

local import = ...
-- First: a class that is assembled later looks up whether its declarations name a kind that converts values.
import("areas/kinds").register()
local advice = import "areas/modules/advice"
local areas = import "areas/area/area_states"
local classes = import "areas/language/class"
local data_edits = import "areas/data/edits"
local environment = import "areas/environment"
local event = import "areas/modules/event"
local event_emitter = import "areas/interface/event_emitter"
local inert = import "areas/modules/inert"
local loose_items = import "areas/object/loose_items"
local saving = import "areas/save/saving"
local maps = import "areas/map/map_states"
local object_layers = import "areas/object/layers"
local objects = import "areas/object/object_states"
local rand = import "areas/library/rand"
local renewal = import "areas/map/renewal"
local session = import "areas/session"
local world = import "areas/modules/world"

object_layers.define()
renewal.register_handlers()
world.register_handlers()

local M = {
  ambient = environment.ambient, find = environment.find, inert = inert.of, module_names = environment.module_names,
  finish_loading = data_edits.finish_loading, restore = saving.restore, save_at_end = saving.save_at_end,
}

-- Ends the former game.
function M.new_game()
  maps.new_game()
  objects.new_game()
  loose_items.new_game()
  areas.new_game()
  event.new_game()
  rand.new_game()
  session.reset()
  session.started = false
end

-- Starts a game, or continues one from a save.
function M.start_game(from_save)
  session.started = true
  event_emitter.emit(nil, nil, "base.on_game_initial_load", {})
  event_emitter.emit(nil, nil, "base.on_init_save", {})
  if not from_save then
    event_emitter.emit(nil, nil, "base.on_new_game", {})
  end
end

-- Drops what a mod registered.
function M.forget(mod)
  data_edits.forget(mod)
  event.forget(mod)
  advice.forget(mod)
  classes.forget(mod)
  saving.forget(mod)
end

return M
