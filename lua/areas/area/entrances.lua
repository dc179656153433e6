-- Entrances: the feats on a map that lead to areas.

local import, py = ...
local areas = import "areas/area/instances"
local copying = import "areas/data/deep_copy"
local creating = import "areas/object/creation"
local data = import "areas/data/registry"
local floor_maps = import "areas/area/floors"
local kinship = import "areas/area/hierarchy"
local listing = import "areas/object/queries"
local objects = import "areas/object/instances"
local stable_order = import "core/sandbox/stable_order"
local protect = import "core/sandbox/protect"
local stairways = import "areas/area/stairs"
local state = import "areas/session"
local text = import "core/sandbox/text"
local uniques = import "areas/area/unique"

local format = string.format
local ipairs, rawequal = ipairs, rawequal
local touch = state.touch
local known, methods = areas.known, areas.methods
local children_of = uniques.children_of
local first_floor = floor_maps.first_floor

local M = {}

-- Puts the feat that leads to an area on a map.
function M.make_entrance(area, floor, x, y, map, kind, params)
  local own = known[area]
  local given = { area_uid = own.uid, area_floor = floor, start_floor = floor }
  for key, value in stable_order.pairs(params or {}) do
    given[key] = value
  end
  local feat, why = creating.create("base.feat", "Area.create_entrance", kind, x, y, { force = true, params = given }, map)
  if not feat then
    return nil, why
  end
  if own.fields.image ~= nil then
    feat.image = own.fields.image
  end
  if own.fields.name ~= nil then
    feat.name = own.fields.name
  end
  if own.fields.color ~= nil then
    feat.color = copying.deep_copy(own.fields.color)
  end
  local around, on_floor = kinship.of_map(map)
  if around and kind == "elona.map_entrance" and not rawequal(around, area) then
    local above = known[around]
    if above.children[own.uid] == nil and (own.parent == nil or own.parent == "root") and above.parent ~= own.uid then
      local ok = protect.pcall(methods.add_child_area, around, area)
      if not ok then
        return feat
      end
    end
    if above.children[own.uid] == false then
      above.children[own.uid] = { x = feat.x, y = feat.y, floor = on_floor }
      touch(own)
    end
  end
  return feat
end

-- The entrance to an area on a map, or nil.
function M.find_entrance(area, map)
  for _, feat in ipairs(listing.list_of(map, "base.feat")) do
    local params = objects.known[feat].fields.params
    if params and params.area_uid == known[area].uid and not stairways.direction(feat) then
      return feat
    end
  end
end

-- Makes the areas that declare this map as their parent, and their entrances, each once.
function M.place_children(map)
  local area, floor = kinship.of_map(map)
  local own = area and known[area]
  if not (own and own.unique) then
    return
  end
  for _, one in ipairs(children_of(own.unique)) do
    if (one.parent_floor or first_floor(own)) == floor and one.x and one.y then
      local child = kinship.get_unique(one.id, area, "base.unique_area")
      local there = state.game.unique[one.id]
      if not there.entrance_was_generated then
        if not map:is_in_bounds(one.x, one.y) then
          local record = data.find(one.kind, one.id)
          py.warn(format("the %s %s lies at (%d, %d), and the map of %s has %d × %d squares: it gets no entrance",
            one.kind, one.id, one.x, one.y, own.unique, map:width(), map:height()), record.file, record.line)
        else
          there.entrance_was_generated = true
          if not M.find_entrance(child, map) then
            M.make_entrance(child, one.starting_floor or first_floor(known[child]), one.x, one.y, map, "elona.map_entrance")
            if not map:is_floor(one.x, one.y) then
              local record = data.find(one.kind, one.id)
              py.warn(format("the entrance of the %s %s is at (%d, %d) of %s, where nobody can walk: on %s",
                one.kind, one.id, one.x, one.y, own.unique, text.tostring(map:tile(one.x, one.y)._id)), record.file, record.line)
            end
          end
        end
      end
    end
  end
end

return M
