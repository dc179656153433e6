-- IMef: effects that lie on a square for some turns, such as webs and fire.

local import = ...
local arguments = import "areas/arguments"
local instance_classes = import "areas/instance_classes"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local queries = import "areas/object/queries"

local M = {}

-- The number of turns of a mef that lasts for ever.
local FOREVER = -1

instance_classes.add_methods(objects.methods["base.mef"], { "IMef" }, {}, import("areas/object/object").methods)

-- Lets a turn pass for the mefs of a map.
function M.pass_turn(map)
  local squares = maps.states[map].store.tops[maps.layers["base.mef"]]
  if not squares or next(squares) == nil then
    return
  end
  for _, mef in ipairs(queries.list_of(map, "base.mef")) do
    local state = objects.states[mef]
    objects.emit(mef, "base.on_mef_updated", { turns_elapsed = 1 })
    local turns = state.fields.turns
    if rawequal(state.map, map) and arguments.is_finite(turns) and turns ~= FOREVER then
      state.fields.turns = turns - 1
      objects.touch(state)
      if turns <= 1 then
        mef:remove_ownership()
      end
    end
  end
end

return M
