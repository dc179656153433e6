-- How charas, items and feats look: their layers on a map.

local import = ...
local layers = import "core/game/objects"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local state = import "areas/session"

local format = string.format
local next, rawequal, type = next, rawequal, type
local KIND_NAMES, known = objects.KIND_NAMES, objects.known

local M = {}

local function colour_of(value)
  if type(value) == "table" then
    local parts = {}
    for i = 1, 3 do
      local part = value[i]
      if type(part) ~= "number" or not (part >= 0 and part <= 255) then
        return nil
      end
      parts[i] = part // 1 | 0
    end
    return format("#%02x%02x%02x", parts[1], parts[2], parts[3])
  end
  return value
end

for kind, z in next, { ["base.feat"] = 10, ["base.item"] = 20, ["base.chara"] = 30 } do
  local layer = "areas." .. KIND_NAMES[kind]
  maps.layers[kind] = layer
  layers.define_layer(layer, {
    name = KIND_NAMES[kind], kind = KIND_NAMES[kind], z = z, dialect = "areas",
    blocks = function(object)
      return maps.blocks(object, "is_solid")
    end,
    look = function(object)
      local own = known[object]
      local fields = own.fields
      if fields.state == "Dead" then
        return nil
      end
      local glyph, colour = fields.glyph, colour_of(fields.color)
      if rawequal(object, state.game.player) then
        glyph, colour = "@", "bright_green"
      end
      return own.record.id, fields.name, glyph, colour
    end,
  })
end

return M
