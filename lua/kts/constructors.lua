-- kts.Tile, kts.ItemType, … and the functions that link and load tiles. The table that a mod passes to a constructor
-- stays the mod's own: the handle stands for it, and Python only reads the fields of the constructor.

local import, py = ...
local ambient = import "core/ambient"
local contents = import "kts/contents"
local errors = import "core/errors"
local functions = import "core/border/functions"
local handles = import "core/border/handles"
local table_cache = import "core/border/table_cache"

local is_table, length = table_cache.is_table, table_cache.length
local ipairs, next, type = ipairs, next, type
local gmatch = string.gmatch

-- Name of a function -> make(mod, call), which returns the function for a mod. call(name) is the declared Python
-- function of that name.
local makers = {}

-- The names of the fields of a constructor: a list in order, and a set.
local function field_names(constructor)
  local list, set = {}, {}
  for name in gmatch(py.kts_fields(constructor), "[^\0]+") do
    list[#list + 1], set[name] = name, true
  end
  return list, set
end

-- Names of string keys that are not fields of the constructor, in which Python looks for typos.
local function other_names(set, t)
  local others = {}
  for key in next, t do
    if type(key) == "string" and not set[key] then
      others[#others + 1] = key
    end
  end
  return others
end

-- Defines a constructor of one table argument, whose fields mods may change later.
local function define_constructor(name, kind)
  local names, set = field_names(name)
  local has_elements = name == "Anim" or name == "Overlay"

  local function read(t)
    local fields = {}
    for _, field in ipairs(names) do
      fields[field] = t[field]
    end
    for i = 1, has_elements and length(t) or 0 do
      fields[i] = t[i]
    end
    return fields
  end

  handles.define(kind, {
    title = name,
    as_userdata = true,
    fields = true,
    on_write = function(index, key, value, fields)
      if set[key] then
        local changed = read(fields)
        changed[key] = value
        if py.kts_set_field(kind, index, key, changed) then
          functions.do_pending(py.kts_pending())
        end
      end
      local has_words = set[key] and (key == "access" or key == "type")
      if has_words or type(key) == "string" and not set[key] and fields[key] == nil then
        local file, line = errors.where()
        -- Only words are looked at; other values may be of any size.
        local words
        if has_words then
          words = value
        end
        py.kts_check_assigned(kind, key, file, line, words)
      end
      return set[key]
    end,
  })

  makers[name] = function(mod, call)
    local construct = call(name)
    return function(t)
      -- Python refuses what is not a table.
      local index = is_table(t) and construct(read(t), other_names(set, t)) or construct(t)
      return handles.get(kind, index, t, mod)
    end
  end
end

for name, kind in next, {
  Tile = "tile", ItemType = "item", MonsterType = "monster", Control = "control", Anim = "anim", Overlay = "overlay",
} do
  define_constructor(name, kind)
end

for _, title in ipairs { "Graphic", "Sound", "Segment", "Player", "Creature" } do
  handles.define(title:lower(), { title = title, as_userdata = true })
end

-- Linking tiles changes them.
for _, name in ipairs { "SetRotate", "SetReflect" } do
  makers[name] = function(_, call)
    local link = call(name)
    return function(...)
      for _, tile in next, { ... } do
        handles.check_changeable(tile)
      end
      return link(...)
    end
  end
end

function makers.LoadSegments(mod, call)
  local parse, new_tile = call "LoadSegments", call "Tile"

  -- The tile of a switch; `callback` runs the functions that the file names.
  local function switch_tile(callback, code)
    local fields = { [callback] = code }
    return handles.get("tile", new_tile(fields, {}), fields)
  end

  return function(tile_table, file)
    local has_table, other_value = is_table(tile_table), nil
    if not has_table then
      other_value = tile_table
    end
    local parsed = parse(has_table, other_value, file)
    contents.remember_table(parsed.file, tile_table)
    local meanings, switches, segments = {}, {}, {}
    for i, number in ipairs(parsed.numbers) do
      meanings[i] = contents.of(tile_table[number])
    end
    for i, switch in ipairs(parsed.switches) do
      ambient.prepare(mod, switch.code)
      local code = load(switch.code, "@" .. parsed.chunk .. "/switches", "t", mod.env)
      switches[i] = { switch_tile("on_activate", code), switch_tile("on_walk_over", code) }
    end
    for i, index in ipairs(py.kts_build_segments(mod.number, parsed.file, parsed.numbers, meanings, switches)) do
      segments[i] = handles.get("segment", index)
    end
    return segments
  end
end

return makers
