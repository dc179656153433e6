-- How a save refers to values that it never copies: by a letter and a name. What a save itself makes, such as maps, is
-- the same table wherever the save names it, and the table that the running game has for that name.
--
-- Names of values of missing mods stand for placeholders, which are saved as they were.

local import = ...
local errors = import "core/errors"
local handles = import "core/border/handles"
local protect = import "core/sandbox/protect"
local proxies = import "core/sandbox/proxies"
local values = import "core/border/values"

local M = {}

-- Kinds of references, in order and by letter.
local kinds, by_letter = {}, {}

-- Declares how a save refers to values of a kind:
--   letter           what the text of the reference begins with
--   match(value)     what `name` gets when the value is of the kind; false or nil when not
--   name(value, m)   the rest of the text; or nothing and why the value cannot be saved
-- and for values that exist before a save is read:
--   find(name)       the value; nil when it does not exist
-- or for those that the save makes:
--   all()            name → table of the running game
function M.add(kind)
  kinds[#kinds + 1], by_letter[kind.letter] = kind, kind
end

-- The same for instances with a state: `states` is instance → { uid, gone, dropped }; `gone` says in messages what an
-- instance is that left the game.
function M.add_instances(letter, states, gone, all)
  M.add {
    letter = letter,
    match = function(value) return states[value] end,
    name = function(_, state) return not (state.gone or state.dropped) and state.uid, gone end,
    all = all,
  }
end

local class_names = {}

-- Declares how a save names classes, whose instances are saved with their fields:
--   name(value)                  mod and class of an instance; false and why it cannot be saved; nothing for others
--   adopt(mod, class, object)    makes a table an instance; whether it could
-- optional:
--   before(value)                is called before the fields of a value are written; whether it changed them
--   after(value, is_changed)     is called after they were written, or read
function M.add_class_names(names)
  class_names[#class_names + 1] = names
end

-- Behind the name of a class whose instance was changed before it was written. Saves up to version 0.2.0 have none.
local CHANGED = "\1"

-- The instances that are being written or read; instance → whether its fields are those that `before` left.
local visited, changed = {}, {}

local function call_hooks(method, value, ...)
  local result = false
  for i = 1, #class_names do
    local names = class_names[i]
    result = names[method] and names[method](value, ...) or result
  end
  return result
end

-- Ends the writing, or the reading, of instances. An error of one of them is raised after all had their turn: the
-- running game goes on with them.
function M.end_visits()
  local instances, were_changed, is_complete, message = visited, changed, true, nil
  visited, changed = {}, {}
  for i = 1, #instances do
    local ok, reason = protect.pcall(call_hooks, "after", instances[i], were_changed[instances[i]])
    if is_complete and not ok then
      is_complete, message = false, reason
    end
  end
  if not is_complete then
    error(message, 0)
  end
end

-- Placeholder → the text of its reference; plain table that was an instance of a missing class → { mod, class }.
local placeholders, missing_classes = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "k" })

local missing_meta = {
  __metatable = false,
  __name = "missing",
  __tostring = function() return "a value of a mod that is not loaded" end,
  __index = function() errors.raise "this is a value of a mod that is not loaded: it cannot be read" end,
  __newindex = function() errors.raise "this is a value of a mod that is not loaded: it cannot be changed" end,
}

local function new_placeholder(text)
  local object = setmetatable({}, missing_meta)
  placeholders[object] = text
  return object
end

function M.is_placeholder(value)
  return placeholders[value] ~= nil
end

-- Writing -------------------------------------------------------------------------------------------------------------

-- Whether there may be a reference for a table without a metatable. Set by lua/areas/save/game.lua.
function M.is_marked() end

M.marked = setmetatable({}, {
  __index = function(_, value) return missing_classes[value] or M.is_marked(value) end,
})

-- As `refer` of core/save/graph.
function M.refer(value)
  if placeholders[value] then
    return placeholders[value]
  end
  for i = 1, #kinds do
    local kind = kinds[i]
    local matched = kind.match(value)
    if matched then
      local name, reason = kind.name(value, matched)
      if name then
        return kind.letter .. name
      end
      return false, reason
    end
  end
  local class = missing_classes[value]
  if class then
    return nil, class[1], class[2]
  end
  local original = proxies.original(value)
  if original and not rawequal(original, value) then
    return false, "a table of another mod"
  end
  for i = 1, #class_names do
    local mod, name = class_names[i].name(value)
    if mod then
      return nil, mod, name
    elseif mod == false then
      return false, name
    end
  end
  local handle = handles.open(value)
  return false, handle and "a handle of a " .. handle or values.is_callable(value) and "function"
    or "a table with a metatable"
end

-- As `refer`, for a value that is being written: calls the hook `before`.
function M.refer_to_write(value)
  local reference, mod, class = M.refer(value)
  if mod and reference == nil and not missing_classes[value] then
    visited[#visited + 1] = value
    if call_hooks("before", value) then
      changed[value], class = true, class .. CHANGED
    end
  end
  return reference, mod, class
end

-- Reading -------------------------------------------------------------------------------------------------------------

-- While a save is read: text → object of the running game; text → object; and objects that are not made yet → text.
local former, objects, pending = {}, {}, {}

function M.begin_save()
  former, objects, pending, visited, changed = {}, {}, {}, {}, {}
  for _, kind in ipairs(kinds) do
    for name, object in next, kind.all and kind.all() or {} do
      former[kind.letter .. name] = object
    end
  end
end

-- What the text of a reference stands for.
function M.resolve(text)
  local kind = by_letter[string.sub(text, 1, 1)]
  if not (kind and kind.all) then
    return kind and kind.find(string.sub(text, 2)) or new_placeholder(text)
  end
  local object = objects[text]
  if not object then
    object = former[text] or new_placeholder(text)
    objects[text], pending[object] = object, text
  end
  return object
end

-- Takes the table of a reference for the object that is made now, so the table is no placeholder any more.
function M.claim(object)
  pending[object], placeholders[object] = nil, nil
  return object
end

-- The table of an object that is made now.
function M.make(letter, name)
  return M.claim(M.resolve(letter .. name))
end

-- The object of a name; nil when its mod is missing.
function M.find_made(letter, name)
  local object = objects[letter .. name]
  return pending[object] == nil and object or nil
end

-- Makes placeholders of all tables that are still pending: their mods are missing.
function M.end_making()
  for object, text in next, pending do
    placeholders[debug.setmetatable(object, missing_meta)] = text
  end
end

-- Drops the tables of reading, after a save was read.
function M.end_save()
  former, objects, pending = {}, {}, {}
  M.end_visits()
end

local function adopt_object(mod, class, object)
  local name = string.gsub(class, CHANGED .. "$", "")
  for i = 1, #class_names do
    if class_names[i].adopt(mod, name, object) then
      visited[#visited + 1], changed[object] = object, name ~= class
      return true
    end
  end
end

-- Makes a table an instance of a class.
function M.adopt(mod, class, object)
  if not adopt_object(mod, class, object) then
    missing_classes[object] = { mod, class }
  end
end

-- Makes instances of classes that are not missing any more.
function M.adopt_missing()
  for object, class in next, missing_classes do
    if adopt_object(class[1], class[2], object) then
      missing_classes[object] = nil
    end
  end
  M.end_visits()
end

return M
