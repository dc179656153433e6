-- kts.Tile, kts.ItemType, … and what links and loads them. The table given to a constructor stays the mod's own: the
-- handle stands for it, and Python only learns the fields it knows.

local import, py = ...
local contents = import "kts/contents"
local handles = import "core/border/handles"
local table_cache = import "core/border/table_cache"

local is_table, length = table_cache.is_table, table_cache.length
local ipairs, next, select, type = ipairs, next, select, type
local gmatch = string.gmatch

-- The fields that Python knows of a constructor, in their order.
local function known_fields(name)
  local list = {}
  for field in gmatch(py.kts_fields(name), "[^\0]+") do
    list[#list + 1] = field
  end
  return list
end

local function read_fields(names, t)
  local fields = {}
  for _, name in ipairs(names) do
    fields[name] = t[name]
  end
  return fields
end

-- Names of string keys that the constructor does not know, so that Python can tell a slip of the pen.
local function other_names(names, t)
  local others = {}
  for key in next, t do
    if type(key) == "string" and names[key] == nil then
      others[#others + 1] = key
    end
  end
  return others
end

local makers = {}

-- Constructors of one table argument; mods may write the fields later.
for name, kind in next, {
  Tile = "tile", ItemType = "item", MonsterType = "monster", Control = "control", Anim = "anim", Overlay = "overlay",
} do
  local names = known_fields(name)
  local known = {}
  for _, field in ipairs(names) do
    known[field] = true
  end
  local positional = name == "Anim" or name == "Overlay"

  local function read(t)
    local fields = read_fields(names, t)
    if positional then
      for i = 1, length(t) do
        fields[i] = t[i]
      end
    end
    return fields
  end

  handles.define(kind, {
    title = name,
    as_userdata = true,
    fields = true,
    on_write = function(index, key, value, fields)
      if known[key] then
        local changed = read(fields)
        changed[key] = value
        py.kts_set_field(kind, index, key, changed)
      end
    end,
  })

  makers[name] = function(mod, call)
    local construct = call(name)
    return function(t)
      -- What is no table is refused.
      local index = is_table(t) and construct(read(t), other_names(known, t)) or construct(t)
      return handles.get(kind, index, t, mod)
    end
  end
end

handles.define("graphic", { title = "Graphic", as_userdata = true })
handles.define("sound", { title = "Sound", as_userdata = true })
handles.define("segment", { title = "Segment", as_userdata = true })
handles.define("player", { title = "Player", as_userdata = true })
handles.define("creature", { title = "Creature", as_userdata = true })

-- Links change the tiles they link.
for _, name in ipairs { "SetRotate", "SetReflect" } do
  makers[name] = function(_, call)
    local link = call(name)
    return function(...)
      for i = 1, select("#", ...) do
        local tile = select(i, ...)
        if tile ~= nil then
          handles.check_changeable(tile)
        end
      end
      return link(...)
    end
  end
end

function makers.LoadSegments(mod, call)
  local parse, build, switch_tile = call "LoadSegments", call "build_segments", call "Tile"
  return function(tile_table, file)
    local there = is_table(tile_table)
    local instead
    if not there then
      instead = tile_table
    end
    local parsed = parse(there, instead, file)
    local meanings = {}
    for i, number in ipairs(parsed.numbers) do
      meanings[i] = contents.of(tile_table[number])
    end
    -- A switch is a tile of its own whose callback runs the functions that the file names.
    local switches = {}
    for i, switch in ipairs(parsed.switches) do
      local code = load(switch.code, "@" .. parsed.chunk .. "/switches", "t", mod.env)
      local by_hand = { on_activate = code }
      local by_foot = { on_walk_over = code }
      switches[i] = {
        handles.get("tile", switch_tile({ on_activate = code }, {}), by_hand),
        handles.get("tile", switch_tile({ on_walk_over = code }, {}), by_foot),
      }
    end
    local segments = {}
    for i, index in ipairs(build(parsed.file, parsed.numbers, meanings, switches)) do
      segments[i] = handles.get("segment", index)
    end
    return segments
  end
end

return makers
