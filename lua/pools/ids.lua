-- The ids of a root: positions in its list, handles, and ids of registered objects without a position.

local import, py = ...
local config = import "pools/config"
local where = import("core/errors").where
local fail = import("core/errors").fail
local handles = import "core/border/handles"
local records = import "pools/records"
local proxies = import "core/sandbox/proxies"

local M = {}

-- The list of a root, without its read-only proxy.
local function items_of(root)
  return proxies.original(root.items) or root.items
end
M.items_of = items_of

-- The present number of elements in the list of a root.
function M.count(root)
  return rawlen(items_of(root))
end

-- The position of a value in the list of a root, or nil. The table of positions is cached until the list grows or an
-- element is not where it was.
local function position_of(root, value)
  local list = items_of(root)
  local positions = root.positions
  if not positions or root.position_count ~= rawlen(list) then
    positions = {}
    for i = rawlen(list), 1, -1 do
      local element = rawget(list, i)
      if element == element and element ~= nil then
        positions[element] = i
      end
    end
    root.positions, root.position_count = positions, rawlen(list)
  end
  value = proxies.original(value) or value
  local position = positions[value]
  if not position or not rawequal(rawget(list, position), value) then
    -- The mod may have put the value in the place of another one.
    position = nil
    for i = rawlen(list), 1, -1 do
      position = rawequal(rawget(list, i), value) and i or position
    end
    positions[value] = position
  end
  return position
end

-- The meaning of an id: a position in the list, a handle, or the id of a registered object that has neither.
function M.resolve(root, id)
  if type(id) == "number" then
    return id
  end
  local position = position_of(root, id) or root.numbers and root.numbers[id]
  if position or type(id) ~= "string" then
    return position or id
  end
  local kind, index = py.registry_find(id)
  return kind and handles.find(kind, index) or id
end

-- The printable form of an id: a number, a text, or the id of a prototype.
function M.name(id)
  local kind, index = handles.open(id)
  return kind and py.handle_name(kind, index) or id
end

-- The id of the element at a position, or nil.
function M.element_id(root, position)
  for id, number in next, root.numbers or {} do
    if number == position then
      return id
    end
  end
end

-- Returns an id that a root can hold: a position, a text or a handle. Elements of its list become positions.
function M.check(root, id, path)
  local number = math.type(id) and math.tointeger(id)
  if number then
    local count = M.count(root)
    if number < 1 or number > count then
      fail('%s is %d: the list of root pool "%s" has %s', path, number, root.name,
        count == 0 and "nothing in it yet" or "the positions 1 to " .. count)
    end
    return number
  end
  local position = id ~= nil and id == id and position_of(root, id)
  if position then
    return position
  end
  id = records.check_id(id, path)
  if type(id) == "string" then
    local file, line = where()
    py.registry_expect(path, id, file, line, (string.gsub(root.takes or "", ",", "\0")))
  elseif root.takes and not string.find("," .. root.takes .. ",", "," .. handles.open(id) .. ",", 1, true) then
    fail('%s is a %s: root pool "%s" takes none', path, handles.open(id), root.name)
  end
  return id
end

-- Reads the entries of a subpool: { id, mass } …
function M.read_entries(root, list, caller)
  local entries = {}
  if list ~= nil then
    config.each_entry(list, caller .. ": config", function(id, mass, path)
      entries[#entries + 1] = { id = M.check(root, id, path), mass = mass or 1 }
    end)
  end
  return entries
end

return M
