-- The layers of charas, items, feats and mefs on a square: how they look and whether they block others.

local import = ...
local arguments = import "areas/arguments"
local data = import "areas/data/registry"
local layers = import "core/game/objects"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local party = import "areas/object/party"
local session = import "areas/session"

local M = {}

-- Objects are drawn over objects of a lower number.
local HEIGHTS = { ["base.feat"] = 10, ["base.mef"] = 15, ["base.item"] = 20, ["base.chara"] = 30 }

-- Id, name, glyph, colour, sprite and material of an object; nothing for dead charas, which are not drawn, and for
-- items that stand for stacks of other dialects, which the map shows already.
local function look(object)
  local state = objects.states[object]
  local fields = state.fields
  if fields.state == "Dead" or state.is_loose then
    return nil
  elseif rawequal(object, session.game.player) then
    return state.record.id, fields.name, "@", "bright_green"
  end
  local colour = arguments.read_colour(fields.color)
  return state.record.id, fields.name, fields.glyph, colour, fields.sprite, fields.material
end

-- The items that an object carries, as layers of core/game/objects list them.
local function carried(object)
  local items = {}
  for _, item in ipairs(objects.states[object].carried or {}) do
    local id, name, glyph, colour = look(item)
    local number = objects.states[item].fields.amount
    items[#items + 1] = id and { id = id, number = number, name = name, glyph = glyph, colour = colour }
  end
  return items
end

-- Defines the layers; once, before the first map.
function M.define()
  for kind, layer in next, maps.layers do
    local name = objects.KIND_NAMES[kind]
    layers.define_layer(layer, {
      name = name, kind = name, z = HEIGHTS[kind], dialect = "areas", look = look, carried = carried,
      blocks = function(object)
        return objects.blocks(object, "is_solid")
      end,
      is_friend = kind == "base.chara" and function(chara)
        return not party.is_enemy(chara)
      end or nil,
    })
  end
end

-- Calls `add(kind, layer, look …)` for each entry of a mod that maps can show.
function M.list_looks(mod_id, add)
  for _, kind in ipairs { "base.chara", "base.item", "base.feat" } do
    local name = objects.KIND_NAMES[kind]
    for _, record in ipairs(data.records(kind)) do
      local entry = record.entry
      if record.mod.id == mod_id and record.mod ~= data.HOST then
        local colour = arguments.read_colour(entry.color)
        add(name, name, record.id, entry.name, entry.glyph, colour, entry.sprite, entry.material)
      end
    end
  end
end

return M
