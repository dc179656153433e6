-- What happens to this dialect when mods have loaded, and when a game begins.

local import = ...
local advice = import "areas/modules/advice"
local areas = import "areas/area/instances"
local classes = import "areas/language/class"
local data_edits = import "areas/data/edits"
local emitter = import "areas/interface/event_emitter"
local extensions = import "areas/language/extensions"
local keeping = import "areas/keeping"
local maps = import "areas/map/instances"
local modules = import "areas/environment"
local objects = import "areas/object/instances"
local random = import "areas/modules/rand"
local state = import "areas/session"

local M = {
  ambient = modules.ambient, find = modules.find, module_names = modules.module_names, extend = extensions.add,
}

-- Faults of what mods registered.
M.finish_loading = data_edits.finish_loading

-- The former game is over.
function M.new_game()
  maps.new_game()
  objects.new_game()
  areas.new_game()
  emitter.new_game()
  random.new_game()
  state.reset()
  state.started = false
end

-- A game begins: mods may set up what is saved. One that goes on from a save is no new one.
function M.start_game(goes_on)
  state.started = true
  emitter.emit(nil, nil, "base.on_init_save", {})
  if not goes_on then
    emitter.emit(nil, nil, "base.on_new_game", {})
  end
end

M.restore, M.save_at_end = keeping.restore, keeping.save_at_end

function M.forget(mod)
  data_edits.forget(mod)
  emitter.forget(mod)
  advice.forget(mod)
  classes.forget(mod)
  keeping.forget(mod)
end

return M
