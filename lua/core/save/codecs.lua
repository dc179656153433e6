-- The codecs that dialects declare: how a save refers to their values, and what is in its chunks.

local import = ...
local errors = import "core/errors"
local graph = import "core/save/graph"
local missing_mods = import "core/save/missing_mods"
local protect = import "core/sandbox/protect"
local proxies = import "core/sandbox/proxies"
local values = import "core/border/values"
local handles = import "core/border/handles"

local error, ipairs, next, rawequal, setmetatable, type = error, ipairs, next, rawequal, setmetatable, type
local getmetatable, sub = debug.getmetatable, string.sub

local M = {}

-- References ----------------------------------------------------------------------------------------------------------

-- In order, and by letter.
local references, by_letter = {}, {}

-- Declares how a save refers to values that are never copied, such as maps:
--   letter           what the text of the reference begins with
--   match(value)     what `name` gets, when the reference is for such a value; false or nil when not
--   name(value, m)   the rest of the text; or nothing and why the value cannot be saved
--   find(text)       the value; nil when it does not exist
function M.add_reference(reference)
  references[#references + 1], by_letter[reference.letter] = reference, reference
end

-- The same for instances with their own state: `states` is instance → { uid, gone, dropped }; `find` gets a uid.
function M.add_instances(letter, states, gone, find)
  M.add_reference {
    letter = letter,
    match = function(value) return states[value] end,
    name = function(_, state) return not (state.gone or state.dropped) and state.uid, gone end,
    find = function(text)
      local uid = math.tointeger(text)
      return uid and find(uid)
    end,
  }
end

local class_names = {}

-- Declares how a save names classes, whose instances are saved with their fields:
--   name(value)                  mod and class of an instance; false and why it cannot be saved; nothing for others
--   adopt(mod, class, object)    makes a table an instance; whether it could
function M.add_class_names(names)
  class_names[#class_names + 1] = names
end

-- Sets tables without a metatable for which there may be a reference.
function M.is_marked() end

M.marked = setmetatable({}, {
  __index = function(_, value) return missing_mods.classes[value] or M.is_marked(value) end,
})

-- As `refer` of core/save/graph.
function M.refer(value)
  for i = 1, #references do
    local reference = references[i]
    local matched = reference.match(value)
    if matched then
      local name, reason = reference.name(value, matched)
      if name then
        return reference.letter .. name
      end
      return false, reason
    end
  end
  local class = missing_mods.classes[value]
  if missing_mods.references[value] then
    return missing_mods.references[value]
  elseif class then
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
  local kind = handles.open(value)
  if kind then
    return false, "a handle of a " .. kind
  end
  return false, values.is_callable(value) and "function" or "a table with a metatable"
end

local function resolve(text)
  local reference = by_letter[sub(text, 1, 1)]
  return reference and reference.find(sub(text, 2)) or missing_mods.placeholder(text)
end

local function adopt(mod, class, object)
  for i = 1, #class_names do
    if class_names[i].adopt(mod, class, object) then
      return
    end
  end
  missing_mods.classes[object] = { mod, class }
end

-- Loose objects -------------------------------------------------------------------------------------------------------
-- Objects on no map are saved because something refers to them: home (the owner of the chunk they go to) → set.

local loose, lasting = {}, {}

function M.add_loose(home, object)
  loose[home] = loose[home] or {}
  loose[home][object] = true
end

function M.loose_of(home)
  return loose[home] or {}
end

local function copy(sets)
  local copied, count = {}, 0
  for home, objects in next, sets do
    copied[home] = {}
    for object in next, objects do
      copied[home][object], count = true, count + 1
    end
  end
  return copied, count
end

function M.count_loose()
  local _, count = copy(loose)
  return count
end

-- Marks the objects that are loose now as lasting: later saves write only chunks that changed.
function M.keep_loose()
  lasting = copy(loose)
end

-- Drops the objects to which only chunks of the last save refer, except those of `keep_loose`.
function M.reset_loose()
  loose = copy(lasting)
end

function M.forget_loose()
  loose, lasting = {}, {}
end

-- Chunks --------------------------------------------------------------------------------------------------------------

local codecs = {}

-- Declares the chunks of a kind. `key` is the text that distinguishes the chunks of one kind.
--   kind, order         chunks are read in this order, and written without one
--   is_lasting          whether a chunk is written only when it changed
--   title(key)          what errors call the chunk
--   keys(everything)    keys of the chunks to write now
--   is_live(key)        whether a chunk of the save is still needed; or `dropped()`, which lists those that are not
--   write(key)          head and body, two tables; `map_number(key)` the map whose squares the chunk has too
--   explain(path, head) a path in the body, as errors show it
--   check(key, head, taken)  raises when the head is damaged, before the former game ends; `taken` are uids so far
--   make(key, head)     makes all that others may refer to
--   fill(key, decode)   the rest: `decode()` gives the body; `finish(key)` does what needs everything filled
--   begin()  leave()  settle()    before a save is written or checked; the former game ends; a save was read or written
--   new_game()          a new game begins
--   is_busy()           whether something runs that cannot be saved
function M.add(codec)
  codecs[#codecs + 1] = codec
  table.sort(codecs, function(a, b) return a.order < b.order end)
end

function M.all()
  return ipairs(codecs)
end

-- The codec of a kind of chunks; nil when there is none.
function M.find(kind)
  for _, codec in ipairs(codecs) do
    if codec.kind == kind then
      return codec
    end
  end
end

function M.each(method, ...)
  for _, codec in ipairs(codecs) do
    if codec[method] then
      codec[method](...)
    end
  end
end

-- The key of the squares of a map, by its number: m5 for the map 5, g2 for one that only other dialects know; nil
-- when the map is deleted. And back: number, width and height. Set by lua/areas/save/map.lua.
function M.map_key() end
function M.find_map() end

-- The bytes of a chunk: two graphs. Raises a text that names what cannot be saved.
function M.encode(codec, key)
  local head, body = codec.write(key)
  local title = codec.title(key)
  local parts = {}
  for i, root in ipairs { head, body } do
    local ok, result = protect.pcall(graph.encode, root, M.refer, M.marked)
    if not ok then
      if codec.explain and type(result) == "table" and result.path then
        result.path = codec.explain(result.path, head)
      end
      error(graph.refusal(title, result), 0)
    end
    parts[i] = result
  end
  return parts[1] .. parts[2]
end

-- The head of the bytes of a chunk, and a function that decodes the body.
function M.decode(data, title)
  local function decode(start)
    local root, at = graph.decode(data, start, resolve, adopt, title)
    if getmetatable(root) ~= nil then
      errors.raise("the save is damaged: " .. title .. " is not a table")
    end
    return root, at
  end
  local head, at = decode(1)
  return head, function() return (decode(at)) end
end

-- Pauses --------------------------------------------------------------------------------------------------------------

local waiting

-- Whether something runs that cannot be saved now.
function M.is_busy()
  for _, codec in ipairs(codecs) do
    if codec.is_busy and codec.is_busy() then
      return true
    end
  end
  return false
end

-- Calls `fn` when nothing is busy any more; a later call replaces it.
function M.defer(fn)
  waiting = fn
end

-- Called when something that was busy ends.
function M.settle()
  local fn = waiting
  if fn and not M.is_busy() then
    waiting = nil
    fn()
  end
end

function M.new_game()
  waiting = nil
  M.forget_loose()
  M.each "new_game"
end

return M
