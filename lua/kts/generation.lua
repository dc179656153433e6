-- Functions that make the dungeon: they take long lists, or call functions of mods.

local import, py = ...
local bytes = import "core/border/bytes"
local handles = import "core/border/handles"
local table_cache = import "core/border/table_cache"
local typos = import "core/typos"
local where = import("core/errors").where
local variables = import "kts/variables"

local index_of, fields_of, open = handles.index, handles.fields, handles.open
local begin, is_table, new_cache = table_cache.begin, table_cache.is_table, table_cache.new_cache
local ipairs, next, type = ipairs, next, type
local tointeger = math.tointeger

local M = {}

local MAX_COUNT = 0x7fffffff

local FIELDS = typos.names(
  "layout wall horiz_door vert_door segments special_segments entry_type allow_rotate exit_type")
local LAYOUT_FIELDS = typos.names "width height data"
local CELL_FIELDS = typos.names "type exits"

-- The string keys of a table that are not valid names; nil without any.
local function other_keys(t, valid)
  local others
  for key in next, t do
    if type(key) == "string" and not valid[key] then
      others = others or {}
      others[#others + 1] = key
    end
  end
  return others
end

-- A layout, with the keys among which Python looks for a missing field of the layout or of a cell.
local LAYOUT = { same = table_cache.layout.same }

function LAYOUT.copy(t)
  local copy, plain = table_cache.layout.copy(t)
  plain.others = other_keys(t, LAYOUT_FIELDS)
  for i = 1, plain.n or 0 do
    local cell = is_table(t.data[i]) and t.data[i]
    local others = cell and other_keys(cell, CELL_FIELDS)
    if others then
      typos.check(cell, CELL_FIELDS, "a cell of the layout")
      plain.cell_others = plain.cell_others or plain.types[i] == nil and others
    end
  end
  return copy, plain
end

function M.LayoutDungeon(mod, call)
  local lay_out, number = call "LayoutDungeon", mod.number

  local function refuse(name, value, others)
    py.kts_refuse_layout(number, name, value, others)
  end

  local function remember_stack(stack, name)
    return py.kts_remember_stack(number, name, stack)
  end

  local layout_number = new_cache(LAYOUT, function(layout)
    return py.kts_remember_layout(number, layout)
  end)
  local tile_number = new_cache(table_cache.handle, remember_stack)
  local tiles_number = new_cache(table_cache.list, remember_stack)
  local segments_number = new_cache(table_cache.list, function(segments, name)
    return py.kts_remember_segments(number, name, segments)
  end)

  -- The number of the cached stack in a field.
  local function stack_number(t, name)
    local value = t[name]
    if value == nil then
      return nil
    elseif type(value) ~= "table" then
      refuse(name, value)
    end
    return (open(value) and tile_number or tiles_number)(value, name)
  end

  -- The number of the cached segment list in a field.
  local function list_number(t, name)
    local list = t[name]
    if list == nil then
      return nil
    elseif not is_table(list) then
      refuse(name, list)
    elseif next(list) == nil and #list == 0 then
      -- Mods pass a new empty list at each call, which is not worth caching.
      return nil
    end
    return (segments_number(list, name))
  end

  return function(t)
    if not is_table(t) then
      refuse("its argument", t)
    end
    begin()
    typos.check(t, FIELDS, "kts.LayoutDungeon")
    -- The order is that in which errors are reported.
    local layout = t.layout
    if not is_table(layout) then
      refuse("layout", layout, other_keys(t, FIELDS))
    end
    layout = layout_number(layout)
    local wall = stack_number(t, "wall")
    local horizontal, vertical = stack_number(t, "horiz_door"), stack_number(t, "vert_door")
    local normal, special = list_number(t, "segments"), list_number(t, "special_segments")
    local others = other_keys(t, FIELDS)
    if wall == nil or t.entry_type == nil then
      refuse(wall == nil and "wall" or "entry_type", nil, others)
    end
    local message = lay_out(layout, wall, horizontal, vertical, normal, special, t.entry_type, t.allow_rotate, others,
      t.segments == nil)
    if message then
      variables.set_error(message, where())
    end
  end
end

function M.WipeDungeon(_, call)
  local wipe = call "WipeDungeon"
  return function(...)
    wipe(...)
    variables.set_error(nil)
  end
end

function M.GenerateLocksAndTraps(_, call)
  local generate = call "GenerateLocksAndTraps"
  return function(...)
    for _, chest in ipairs(generate(...) or {}) do
      local traps = fields_of(chest.tile).traps
      traps({ x = chest.x, y = chest.y }, chest.facing)
    end
  end
end

function M.AddItem(mod, call)
  local add = call "AddItem"

  local function remember(weights)
    local file, line = where()
    return py.kts_remember_weights(mod.number, file, line, weights)
  end

  local weights_number = new_cache(table_cache.list, remember)
  return function(item, count, weights)
    begin()
    -- In parentheses, because the copy that the cache returns too must not cross.
    return add(item, count, ((is_table(weights) and weights_number or remember)(weights)))
  end
end

function M.AddStuff(mod, call)
  local choose = call "AddStuff"

  local function remember(list)
    local file, line = where()
    return py.kts_remember_stuff(mod.number, file, line, list)
  end

  local stuff_number = new_cache(table_cache.rows, remember)
  return function(list)
    begin()
    if not is_table(list) then
      remember(list)
    end
    local number, entries = stuff_number(list)
    local chosen = choose(number)
    if not chosen then
      return
    end
    -- square, entry, square, entry, … becomes square, item, count, …
    local pairs_of = bytes.unpack(chosen)
    local placed, n = {}, 0
    for i = 1, #pairs_of, 2 do
      local entry = pairs_of[i + 1]
      local item, count = entries[entry][3]()
      local index = index_of("item", item)
      if not index then
        py.kts_refuse_stuff(mod.number, entry, item)
      end
      local whole = tointeger(count)
      placed[n + 1], placed[n + 2] = pairs_of[i], index
      placed[n + 3] = whole and whole >= 1 and whole <= MAX_COUNT and whole or 1
      n = n + 3
    end
    py.kts_put_stuff(mod.number, bytes.pack(placed))
  end
end

return M
