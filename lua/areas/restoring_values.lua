-- Reading a save: values out of the text of a chunk, and what they point to.

local import, py = ...
local missing_mods = import "core/save/missing_mods"
local errors = import "core/errors"
local classes = import "areas/language/class"
local data = import "areas/data/registry"
local graph = import "core/save/graph"
local codecs = import "core/save/codecs"
local checks = import "core/save/checks"
local state = import "areas/session"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local format, match = string.format, string.match
local field = checks.field
local getmetatable = debug.getmetatable
local tointeger = math.tointeger

local M = {}

local function uid_of(t, where)
  local uid = field(t, "uid", "integer", where)
  if uid < 1 then
    raise(format("the save is damaged: %s → uid is %d: must be at least 1", where, uid))
  end
  return uid
end

-- While a save is read: made, uid -> object.
local now = { made = nil }

local function special_of(cell)
  local kind, rest = cell:sub(1, 1), cell:sub(2)
  local found
  if kind == "o" then
    found = now.made[tointeger(rest)]
  elseif kind == "m" then
    found = state.game.maps[tointeger(rest)]
  elseif kind == "a" then
    found = state.game.areas[tointeger(rest)]
  elseif kind == "e" then
    local record = data.find(match(rest, "^(.-)%z(.*)$"))
    found = record and proxies.read_only(record.entry, record.mod)
  end
  return found or codecs.special_of(cell) or missing_mods.token(cell)
end

local function instance(mod, name, object)
  if codecs.instance(mod, name, object) then
    return
  end
  local class = classes.find(mod, name)
  if class then
    classes.bare(class, object)
  else
    missing_mods.classes[object] = { mod, name }
  end
end

local function decode(data, at, where)
  local value, next_at = graph.decode(data, at, special_of, instance, where)
  if getmetatable(value) ~= nil then
    raise("the save is damaged: " .. where .. " holds no table")
  end
  return value, next_at
end

-- The head of a chunk, and a function that gives its body.
local function open(kind, key, where)
  local data = py.save_get(kind, key)
  local head, at = decode(data, 1, where)
  return head, function()
    return (decode(data, at, where))
  end
end
M.open = open

M.decode, M.now, M.uid_of = decode, now, uid_of

return M
