-- Mods as they were when they had loaded: `restore` gives tables and variables of mods the values that they had then.
--
-- The tables and variables are found once: from the environments of mods, and from the functions of mods that the host
-- holds. Later, only values are compared, in the order of `next`, which an unchanged table keeps.

local import = ...
local changes = import "core/changes"
local class = import "core/class"
local handles = import "core/border/handles"
local loader = import "core/loader"
local proxies = import "core/sandbox/proxies"
local make_restorer = import "core/variables"

local getinfo, getmetatable, getupvalue = debug.getinfo, debug.getmetatable, debug.getupvalue
local setmetatable, upvalueid = debug.setmetatable, debug.upvalueid
local next, rawequal, rawget, rawset, type = next, rawequal, rawget, rawset, type
local locked = handles.locked

local M = {}

local AT = string.byte "@"
-- Values that are compared at most: more take longer than a new process.
local MOST_VALUES = 400000

-- Tables of mods as they were, in two lists: `always` are compared each time, `fields` when a mod may have changed
-- what the fields of handles hold. A list has, by number of a table:
--   tables     the table
--   lengths    the number of its elements, if it is a list; false for any other table
--   titles     what messages call the table
--   starts     where its values begin in `values`: elements of a list; keys and values in turn of any other table
--   places     its keys, each with the place of its value in `values`; nil until a restore needs them
local always, fields
-- Gives the variables of functions their values back, see core/variables.
local restore_variables
-- Whether a mod has ever had a metatable with __eq: then tables are compared by `rawequal`, which takes longer.
local has_equality = false
-- `changes.count` then.
local count
-- Why nobody can tell whether mods are as they were; nil if one can.
local doubt

-- Hooks count instructions for mods, and none of their code runs here.
local function without_budget()
  debug.sethook()
end

-- Function -> whether it is of a mod.
local is_of_mod = debug.setmetatable({}, {
  __mode = "k",
  __index = function(known, fn)
    known[fn] = string.byte(getinfo(fn, "S").source) == AT
    return known[fn]
  end,
})

-- Functions of C that are the same for all: others, as from string.gmatch, have a state of their own.
local of_lua = {}
for _, library in next, _G do
  for _, fn in next, type(library) == "table" and library or { library } do
    of_lua[fn] = true
  end
end

local function has_state(fn)
  return changes.stateful[fn] or getinfo(fn, "S").what == "C" and not of_lua[fn]
end

-- Calls `found` with each function of a mod, and each table with such a function, that the host holds.
local function walk_host(skipped, found)
  local seen, waiting, n = {}, { import }, 1
  local function visit(value)
    local kind = type(value)
    if (kind == "table" or kind == "function") and not seen[value] and not skipped[value] then
      seen[value] = true
      n = n + 1
      waiting[n] = value
    end
  end
  while n > 0 do
    local value = waiting[n]
    n = n - 1
    if type(value) == "table" then
      local meta = getmetatable(value)
      visit(meta)
      local is_weak = type(meta) == "table" and rawget(meta, "__mode") ~= nil
      for key, element in next, value do
        visit(key)
        visit(element)
        if type(element) == "function" and not is_weak and type(key) == "string" and is_of_mod[element] then
          found(value)
        end
      end
    elseif is_of_mod[value] then
      found(value)
    else
      local i, name, element = 1, getupvalue(value, 1)
      while name do
        visit(element)
        i = i + 1
        name, element = getupvalue(value, i)
      end
    end
  end
end

-- Whether the keys of a table are 1 .. n, in this order.
local function is_list(value)
  local n = 0
  for key in next, value do
    n = n + 1
    if key ~= n then
      return false
    end
  end
  return debug.getmetatable(value) == nil and n
end

-- Adds a table to a list of tables as it is now.
local function add_table(list, value, title)
  local n, at, values = #list.tables + 1, #list.values, list.values
  local length = is_list(value)
  list.tables[n], list.lengths[n], list.titles[n], list.starts[n] = value, length, title, at + 1
  for key, element in next, value do
    if not length then
      at = at + 1
      values[at] = key
    end
    at = at + 1
    values[at] = element
  end
end

-- Remembers what mods are now. Returns why this is not possible, for messages, or an empty text.
function M.remember()
  without_budget()
  always = { tables = {}, lengths = {}, titles = {}, starts = {}, values = {}, places = {} }
  fields = { tables = {}, lengths = {}, titles = {}, starts = {}, values = {}, places = {} }
  doubt = nil
  local seen, seen_upvalues, waiting, titles, list = {}, {}, {}, {}, always
  local variables = {}
  local function visit(value, title, name)
    local kind = type(value)
    if kind == "thread" or kind == "function" and has_state(value) then
      doubt = doubt or title .. (name and "." .. name or "") .. " is a coroutine or an iterator"
    elseif kind == "table" then
      value = proxies.original(value) or value
    end
    if (kind == "table" or kind == "function") and not seen[value] then
      seen[value] = true
      waiting[#waiting + 1], titles[#titles + 1] = value, name and title .. "." .. name or title
    end
  end

  local function note_variables(fn, title, visits)
    local i, name, value = 1, getupvalue(fn, 1)
    while name do
      local id = upvalueid(fn, i)
      if not seen_upvalues[id] then
        seen_upvalues[id] = true
        if visits then
          visit(value, title, name ~= "_ENV" and name or nil)
        end
        variables[#variables + 1] = { fn = fn, number = i, value = value }
      end
      i = i + 1
      name, value = getupvalue(fn, i)
    end
  end

  local function note_table(value, title)
    if class.is_class(value) then
      -- Otherwise it would get what it inherits later, and look changed.
      class.settle(value)
    end
    if not proxies.is_locked(value) then
      local meta = getmetatable(value)
      if meta then
        changes.known_metatables[meta] = true
        visit(meta, title)
      end
    elseif next(value) == nil then
      return
    end
    for key, element in next, value do
      visit(key, title)
      visit(element, title, type(key) == "string" and key or nil)
    end
    add_table(list, value, title)
    if #list.values > 2 * MOST_VALUES then
      doubt = doubt or title .. " holds more values than can be compared"
    end
  end

  local function walk()
    while waiting[1] and not doubt do
      local at = #waiting
      local value, title = waiting[at], titles[at]
      waiting[at], titles[at] = nil, nil
      if type(value) == "function" then
        if is_of_mod[value] then
          -- The file of a function is in the mod.
          note_variables(value, string.match(getinfo(value, "S").source, "^@([^/]+)") or title, true)
        elseif changes.settable[value] then
          note_variables(value, title, false)
        end
      elseif not locked[getmetatable(value)] then
        note_table(value, title)
      end
    end
  end

  local environments, is_field_table = {}, {}
  for _, mod in next, loader.by_number do
    environments[mod.env], environments[mod.namespace or mod.env] = true, true
    visit(mod.env, mod.id)
    visit(mod.namespace, mod.id)
    visit(mod.loaded, mod.id)
    visit(mod.result, mod.id)
  end
  for held, title in next, changes.tables do
    visit(held, title)
  end
  handles.each_fields(function(value)
    is_field_table[value] = true
  end)
  walk_host(environments, function(value)
    if not is_field_table[value] then
      visit(value, "a mod")
    end
  end)
  walk()
  list = fields
  handles.each_fields(visit)
  walk()
  for _, each in next, { always, fields } do
    each.starts[#each.tables + 1] = #each.values + 1
  end
  restore_variables = make_restorer(variables)
  count, changes.has_read_fields = changes.count, false
  changes.begin(seen)
  return doubt or ""
end

-- Notes whether a mod has a metatable with __eq now.
local function look_for_equality()
  for meta in next, has_equality and {} or changes.known_metatables do
    has_equality = has_equality or rawget(meta, "__eq") ~= nil
  end
  for i = #changes.new_metatables, 1, -1 do
    has_equality = has_equality or rawget(changes.new_metatables[i], "__eq") ~= nil
    changes.new_metatables[i] = nil
  end
  has_equality = has_equality or changes.has_equality
end

-- Whether a table has the keys that it had, in their order.
local function is_in_order(list, i)
  local values, at, length = list.values, list.starts[i], list.lengths[i]
  local n = 0
  for key in next, list.tables[i] do
    n = n + 1
    if not rawequal(key, length and n or values[at + 2 * n - 2]) then
      return false
    end
  end
  return n == (length or (list.starts[i + 1] - at) // 2)
end

-- The keys that a table had, each with the place of its value in `values`; made when it is first needed.
local function places_of(list, i)
  local places, at, length = list.places[i], list.starts[i], list.lengths[i]
  if not places then
    places = {}
    for n = 1, length or (list.starts[i + 1] - at) // 2 do
      if length then
        places[n] = at + n - 1
      else
        places[list.values[at + 2 * n - 2]] = at + 2 * n - 1
      end
    end
    list.places[i] = places
  end
  return places
end

-- Remembers the order in which a table has its keys now.
local function remember_order(list, i)
  local at, values = list.starts[i], list.values
  -- A list is compared without its order.
  for key, element in next, list.lengths[i] and {} or list.tables[i] do
    values[at], values[at + 1] = key, element
    at = at + 2
  end
  list.places[i] = nil
end

-- Gives a table its former keys and values. Notes the table if the order of its keys is another one now.
local function restore_table(list, i)
  local target, values, places = list.tables[i], list.values, places_of(list, i)
  for key, value in next, target do
    local place = places[key]
    if not place then
      rawset(target, key, nil)
    elseif not rawequal(value, values[place]) then
      rawset(target, key, values[place])
    end
  end
  if is_in_order(list, i) then
    return
  end
  for key, place in next, places do
    if rawequal(rawget(target, key), nil) then
      rawset(target, key, values[place])
    end
  end
  if not is_in_order(list, i) then
    changes.disordered[target] = list.titles[i]
    remember_order(list, i)
  end
end

-- Restores the tables of a list that have changed; calls no code of a mod.
local function restore_tables(list)
  local tables, lengths, starts, values = list.tables, list.lengths, list.starts, list.values
  local is_careful, at = has_equality, 1
  for i = 1, #tables do
    local target, length = tables[i], lengths[i]
    if length then
      for n = 1, length do
        local value, known = target[n], values[at]
        if is_careful and not rawequal(value, known) or not is_careful and value ~= known then
          target[n] = known
        end
        at = at + 1
      end
      if next(target, length > 0 and length or nil) ~= nil then
        at = 0
      end
    else
      for key, value in next, target do
        local known = values[at + 1]
        if is_careful and not rawequal(key, values[at]) or not is_careful and key ~= values[at] then
          at = 0
          break
        elseif is_careful and not rawequal(value, known) or not is_careful and value ~= known then
          rawset(target, key, known)
        end
        at = at + 2
      end
    end
    if at ~= starts[i + 1] then
      restore_table(list, i)
      at = starts[i + 1]
    end
  end
end

-- Restores mods. Returns what could not be restored, for messages, or an empty text.
function M.restore()
  without_budget()
  look_for_equality()
  for target, meta in next, changes.metatables do
    setmetatable(target, meta or nil)
    changes.metatables[target] = nil
  end
  restore_variables(has_equality)
  restore_tables(always)
  if changes.has_read_fields then
    restore_tables(fields)
  end
  changes.has_read_fields, changes.walked_disordered = false, nil
  return doubt or changes.count ~= count and changes.last or ""
end

-- Returns the title of a table that a mod or the host has walked since the last `restore`, and whose keys did not get
-- their order back; an empty text if there is none.
function M.taint()
  return changes.walked_disordered or ""
end

return M
