-- kts.Tile, kts.ItemType, … and what links and loads them. The table given to a constructor stays the mod's own: the
-- handle stands for it, and Python only learns the fields it knows.

local import, py = ...
local blame = import "host/blame"
local handles = import "host/handles"
local values = import "host/values"

local finish, raise, where = blame.finish, blame.raise, blame.where
local flatten = values.flatten
local ipairs, type = ipairs, type
local gmatch = string.gmatch

-- The fields that Python knows of a constructor, in their order.
local function known_fields(name)
  local list = {}
  for field in gmatch(finish(py.fields(name)), "[^,]+") do
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
      for i = 1, #t do
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
        finish(py.change(kind, index, key, flatten(changed)))
      end
    end,
  })

  makers[name] = function(_, call)
    local construct = call(name)
    return function(...)
      local t = ...
      if type(t) ~= "table" or handles.open(t) or select("#", ...) > 1 then
        return construct(...)
      end
      local index = construct(read(t), other_names(known, t))
      return handles.get(kind, index, t)
    end
  end
end

-- Constructors of plain arguments.
for name, kind in next, { Graphic = "graphic", Sound = "sound" } do
  handles.define(kind, { title = name, as_userdata = true })
  makers[name] = function(mod, call)
    local construct = call(name)
    return function(...)
      return handles.get(kind, construct(mod.env._CWD, ...))
    end
  end
end

handles.define("segment", { title = "Segment", as_userdata = true })
handles.define("player", { title = "Player", as_userdata = true })
handles.define("creature", { title = "Creature", as_userdata = true })

-- What a number of a segment file stands for: a list of { handle, count }.
local function contents(value)
  if value == nil then
    return {}
  elseif type(value) ~= "table" or handles.open(value) then
    return { { value, 1 } }
  end
  local list = {}
  for i = 1, #value do
    local element = value[i]
    if type(element) == "table" and not handles.open(element) then
      list[#list + 1] = { element[1], element[2] }
    elseif element ~= nil then
      list[#list + 1] = { element, 1 }
    end
  end
  return list
end

function makers.LoadSegments(mod, call)
  local parse, build, switch_tile = call "parse_segments", call "build_segments", call "Tile"
  return function(tile_table, file)
    local is_table = type(tile_table) == "table" and not handles.open(tile_table)
    local parsed = parse(mod.env._CWD, is_table or tile_table, file)
    local meanings = {}
    for i, number in ipairs(parsed.numbers) do
      meanings[i] = contents(tile_table[number])
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
