-- Generation functions that call back into mods or take long lists.

local import, py = ...
local blame = import "host/blame"
local handles = import "host/handles"
local variables = import "kts/variables"

local finish, raise = blame.finish, blame.raise
local index_of = handles.index
local concat, pack, unpack = table.concat, string.pack, string.unpack
local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type

local M = {}

-- Lists of segments and layouts are long, and the same at every attempt: Python keeps what it has read of them, under
-- a number, and Lua only looks whether they are still the same. table -> what it was like, and its number.
local known_lists = setmetatable({}, { __mode = "k" })
local known_layouts = setmetatable({}, { __mode = "k" })

local function same_list(known, list, n)
  if known.n ~= n then
    return false
  end
  for i = 1, n do
    if known[i] ~= list[i] then
      return false
    end
  end
  return true
end

local function list_number(call, t, name)
  local list = t[name]
  if type(list) ~= "table" or handles.open(list) then
    return list
  end
  local n = #list
  if n == 0 and next(list) == nil then
    return nil
  end
  local known = known_lists[list]
  if known and same_list(known, list, n) and finish(py.keeps_segments(known.number)) then
    return known.number
  end
  known = { number = call "remember_segments"(list, name), n = n }
  for i = 1, n do
    known[i] = list[i]
  end
  known_lists[list] = known
  return known.number
end

local function same_layout(known, layout)
  local data = layout.data
  if known.width ~= layout.width or known.height ~= layout.height or known.n ~= #data then
    return false
  end
  for i = 1, known.n do
    local cell = data[i]
    if known[2 * i] ~= cell.type or known[2 * i + 1] ~= cell.exits then
      return false
    end
  end
  return true
end

local function layout_number(call, layout)
  if type(layout) ~= "table" or handles.open(layout) then
    return layout
  end
  local known = known_layouts[layout]
  if known and same_layout(known, layout) and finish(py.keeps_layout(known.number)) then
    return known.number
  end
  known = { number = call "remember_layout"(layout), width = layout.width, height = layout.height, n = #layout.data }
  for i = 1, known.n do
    known[2 * i], known[2 * i + 1] = layout.data[i].type, layout.data[i].exits
  end
  known_layouts[layout] = known
  return known.number
end

function M.LayoutDungeon(_, call)
  local lay_out = call "LayoutDungeon"
  return function(t)
    if type(t) ~= "table" or handles.open(t) then
      return lay_out(t)
    end
    -- The layout first: that is the order in which faults are reported.
    local layout = layout_number(call, t.layout)
    local failure = lay_out {
      layout = layout,
      wall = t.wall,
      horiz_door = t.horiz_door,
      vert_door = t.vert_door,
      segments = list_number(call, t, "segments"),
      special_segments = list_number(call, t, "special_segments"),
      entry_type = t.entry_type,
      allow_rotate = t.allow_rotate,
    }
    if failure then
      variables.set_error(failure)
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
    for _, chest in ipairs(generate(...)) do
      local traps = handles.fields(chest.tile).traps
      traps({ x = chest.x, y = chest.y }, chest.facing)
    end
  end
end

function M.AddStuff(_, call)
  local choose, put = call "AddStuff", call "put_stuff"
  return function(list)
    local chosen = choose(list)
    if not chosen then
      return
    end
    local placed, n = {}, 0
    for at = 1, #chosen, 8 do
      local square, entry = unpack("<i4i4", chosen, at)
      local item, count = list[entry][3]()
      local index = index_of("item", item)
      if not index then
        put("", entry, item)
      end
      local whole = math.tointeger(count)
      n = n + 1
      placed[n] = pack("<i4i4i4", square, index, whole and whole >= 1 and whole <= 0x7fffffff and whole or 1)
    end
    put(concat(placed))
  end
end

return M
