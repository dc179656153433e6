-- Dungeon: rooms joined by corridors, with stairs; and what can be done with all dungeons of a map at once.

local import, py = ...
local areas = import "areas/area/instances"
local errors = import "core/errors"
local creating = import "areas/object/creation"
local data = import "areas/data/registry"
local floor_maps = import "areas/area/floors"
local iterators = import "areas/iterator/instances"
local listing = import "areas/object/queries"
local map_making = import "areas/map/instanced_map"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local random = import "areas/modules/rand"
local stairways = import "areas/area/stairs"
local state = import "areas/session"
local text = import "core/sandbox/text"
local travel = import "areas/travel/travel"

local raise, shown = errors.raise, text.shown
local concat, format, pack = table.concat, string.format, string.pack
local ipairs, next, rawequal, type = ipairs, next, rawequal, type

local M = {}

local ATTEMPTS = 60
local LEAST, MOST = 12, 400

local function option(params, name, default, low, high)
  local value = params[name]
  if value == nil then
    return default
  end
  if value < low or value > high then
    raise(format("Dungeon.generate_floor: params.%s is %s: must be between %d and %d", name, shown(value), low, high))
  end
  return value // 1 | 0
end

local function overlaps(room, rooms)
  for _, other in ipairs(rooms) do
    if room.x <= other.x + other.width and other.x <= room.x + room.width
      and room.y <= other.y + other.height and other.y <= room.y + room.height then
      return true
    end
  end
  return false
end

-- Rooms that do not touch, each joined with the one before by a corridor with one corner; stairs up in the first, stairs
-- down in the last.
function M.generate_floor(floor, params)
  state.need_game "Dungeon.generate_floor"
  params = params or {}
  local number = floor == nil and 1 or state.whole(floor, "Dungeon.generate_floor: floor")
  local stream = random.host "Dungeon"
  local width = option(params, "width", random.between(stream, 34, 48), LEAST, MOST)
  local height = option(params, "height", random.between(stream, 22, 36), LEAST, MOST)
  local wanted = option(params, "room_count", width * height // 130 + 3, 1, 500)
  local map = map_making.new(width, height, params.wall == nil and "base.wall" or params.wall)
  local ground = params.floor == nil and "base.floor" or params.floor
  map.default_tile = map:tile(0, 0)._id
  map.level = option(params, "level", number, -1000000, 1000000)
  map.is_indoor = true
  map.max_crowd_density = width * height // 100
  local rooms = {}
  for _ = 1, wanted * ATTEMPTS do
    if #rooms == wanted then
      break
    end
    local most_width, most_height = width // 3 < 9 and width // 3 or 9, height // 3 < 7 and height // 3 or 7
    local room = { width = random.between(stream, 3, most_width), height = random.between(stream, 3, most_height) }
    room.x = random.between(stream, 1, width - room.width - 1)
    room.y = random.between(stream, 1, height - room.height - 1)
    if not overlaps(room, rooms) then
      rooms[#rooms + 1] = room
      room.mid_x, room.mid_y = room.x + room.width // 2, room.y + room.height // 2
      map:fill(room.x, room.y, room.width, room.height, ground)
    end
  end
  for i = 2, #rooms do
    local a, b = rooms[i - 1], rooms[i]
    local left, right = a.mid_x < b.mid_x and a.mid_x or b.mid_x, a.mid_x > b.mid_x and a.mid_x or b.mid_x
    local top, bottom = a.mid_y < b.mid_y and a.mid_y or b.mid_y, a.mid_y > b.mid_y and a.mid_y or b.mid_y
    local first = random.below(stream, 2) == 0
    map:fill(left, first and a.mid_y or b.mid_y, right - left + 1, 1, ground)
    map:fill(first and b.mid_x or a.mid_x, top, 1, bottom - top + 1, ground)
  end
  local packed = {}
  for i, room in ipairs(rooms) do
    packed[i] = pack("<i4i4i4i4", room.x - 1, room.y - 1, room.width + 2, room.height + 2)
  end
  py.map_rooms(maps.known[map].number, concat(packed))
  local up, down = rooms[1], rooms[#rooms]
  creating.create("base.feat", "Dungeon", "base.stairs_up", up.mid_x, up.mid_y, { force = true }, map)
  local x, y = down.mid_x, down.mid_y
  if rawequal(up, down) then
    x, y = down.x, down.y
  end
  creating.create("base.feat", "Dungeon", "base.stairs_down", x, y, { force = true }, map)
  map.player_start_pos = { x = up.mid_x, y = up.mid_y }
  return map
end

-- Whether an area is a dungeon: it says so, or says nothing and has floors made by a generator.
local function is_dungeon(area)
  if area:has_type "dungeon" then
    return true
  end
  local types = area.types
  return (not types or #types == 0) and areas.generator_of(areas.known[area]) ~= nil
end

local function entrances(map)
  local list = {}
  for _, feat in ipairs(listing.list_of(creating.map_of(map, "Dungeon.iter"), "base.feat")) do
    local params = objects.known[feat].fields.params
    local area = params and params.area_uid and state.game.areas[params.area_uid]
    if area and not stairways.direction(feat) and is_dungeon(area) then
      list[#list + 1] = feat
    end
  end
  return list
end

function M.iter(map)
  return iterators.of_list(entrances(map))
end

-- Forgets the floors of an area, but for the one where the player is: they are made anew when somebody comes.
function M.forget_floors(area)
  local own = areas.known[area]
  for _, floor in ipairs(floor_maps.sorted_floors(own)) do
    local map = state.game.maps[own.floors[floor]]
    if map and not rawequal(map, state.game.map) then
      travel.delete(map)
    end
  end
  own.fields.deepest_floor_visited, own.fields.is_conquered = 0, nil
end

function M.regenerate_all_in(map)
  for _, feat in ipairs(entrances(map)) do
    M.forget_floors(state.game.areas[objects.known[feat].fields.params.area_uid])
  end
end

-- maps out of files -------------------------------------------------------------------------------------------------

local MAKERS = { feat = "base.feat", item = "base.item", chara = "base.chara" }

-- A map that is drawn in a file of a mod, maps/NAME.map: lines `c = tile` or `c = tile, feat x.y, item x.y, chara x.y` or
-- `c = tile, start`, an empty line, and the rows.
function M.from_file(mod, name)
  state.need_game "Elona122Map.generate"
  if not name:match "^[%w_%-/]+$" then
    raise(format("Elona122Map.generate: name is %s: must be the name of a file in maps/, without .map", shown(name)))
  end
  local path = "maps/" .. name .. ".map"
  if not py.has_file(mod.number, path) then
    raise(format("Elona122Map.generate: mod %s has no file %s", mod.id, path))
  end
  local source = py.read_map_file(mod.number, path):gsub("\r\n", "\n")
  local legend, rows, line_number, in_rows = {}, {}, 0, false
  local function wrong(message)
    errors.raise_at(mod.id .. "/" .. path, line_number, message)
  end
  for line in (source:gsub("\n*$", "") .. "\n"):gmatch "(.-)\n" do
    line_number = line_number + 1
    if in_rows then
      rows[#rows + 1] = line
    elseif line:match "^%s*$" then
      in_rows = next(legend) ~= nil
    elseif not line:match "^%-%-" then
      local sign, meaning = line:match "^(%S)%s*=%s*(.-)%s*$"
      if not sign then
        wrong('a line of the legend must be such as "# = base.wall"')
      end
      local parts = {}
      for part in meaning:gmatch "[^,]+" do
        parts[#parts + 1] = part:match "^%s*(.-)%s*$"
      end
      local record = data.find("base.map_tile", parts[1]) or data.find("base.map_tile", mod.id .. "." .. (parts[1] or ""))
      if not record then
        wrong(format("there is no base.map_tile %s", shown(parts[1])))
      end
      local own = { tile = record.id }
      for i = 2, #parts do
        local kind, id = parts[i]:match "^(%a+)%s+(%S+)$"
        if parts[i] == "start" then
          own.start = true
        elseif not MAKERS[kind] then
          wrong(format('%s means nothing: must be such as "feat base.stairs_down", or "start"', shown(parts[i])))
        else
          local thing = data.find(MAKERS[kind], id) or data.find(MAKERS[kind], mod.id .. "." .. id)
          if not thing then
            wrong(format("there is no %s %s", MAKERS[kind], shown(id)))
          end
          own[#own + 1] = { MAKERS[kind], thing.id }
        end
      end
      legend[sign] = own
    end
  end
  local width = 0
  for _, row in ipairs(rows) do
    width = #row > width and #row or width
  end
  if width == 0 then
    wrong("there are no rows after the legend and an empty line")
  end
  for y, row in ipairs(rows) do
    for x = 1, width do
      local sign = row:sub(x, x)
      if sign ~= "" and sign ~= " " and not legend[sign] then
        line_number = line_number - #rows + y
        wrong(format("the legend does not say what %s is", shown(sign)))
      end
    end
  end
  local map = map_making.new(width, #rows)
  local things = {}
  for y, row in ipairs(rows) do
    for x = 1, width do
      local own = legend[row:sub(x, x)]
      if own then
        map:set_tile(x - 1, y - 1, own.tile)
        if own.start then
          map.player_start_pos = { x = x - 1, y = y - 1 }
        end
        for _, thing in ipairs(own) do
          things[#things + 1] = { thing[1], thing[2], x - 1, y - 1 }
        end
      end
    end
  end
  for _, thing in ipairs(things) do
    creating.create(thing[1], "Elona122Map.generate", thing[2], thing[3], thing[4], { force = true }, map)
  end
  map.name = name
  return map
end

return M
