-- The layers of charas, items and feats on a square: how they look and whether they block others.

local import = ...
local layers = import "core/game/objects"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local session = import "areas/session"

local M = {}

-- Objects are drawn over those of a lower number.
local HEIGHTS = { ["base.feat"] = 10, ["base.item"] = 20, ["base.chara"] = 30 }

-- A colour as Python takes it: a name, or "#rrggbb" for three numbers; nil for numbers that are not a colour.
local function colour_of(value)
  if type(value) ~= "table" then
    return value
  end
  local parts = {}
  for i = 1, 3 do
    local part = value[i]
    if type(part) ~= "number" or not (part >= 0 and part <= 255) then
      return nil
    end
    parts[i] = part // 1 | 0
  end
  return string.format("#%02x%02x%02x", parts[1], parts[2], parts[3])
end

-- Id, name, glyph and colour of an object; nothing for dead charas, which are not drawn.
local function look(object)
  local state = objects.states[object]
  local fields = state.fields
  if fields.state == "Dead" then
    return nil
  elseif rawequal(object, session.game.player) then
    return state.record.id, fields.name, "@", "bright_green"
  end
  return state.record.id, fields.name, fields.glyph, colour_of(fields.color)
end

-- Defines the layers; once, before the first map.
function M.define()
  for kind, layer in next, maps.layers do
    local name = objects.KIND_NAMES[kind]
    layers.define_layer(layer, {
      name = name, kind = name, z = HEIGHTS[kind], dialect = "areas", look = look,
      blocks = function(object)
        return objects.blocks(object, "is_solid")
      end,
    })
  end
end

return M
