-- Classes of the objects that the toolbox returns. Their fields are read-only; their data is stored here.

local import = ...
local proxies = import "core/sandbox/proxies"
local signatures = import "core/border/signatures"

local M = {}

-- object -> data: width, height, and the fields of its class. `squares` is a string with a number per square.
local data_by_object = setmetatable({}, { __mode = "k" })

-- Names of the fields that mods can read.
local is_public = { width = true, height = true, sizes = true }

-- Defines the class that is declared as `name` and called `title` in texts. Returns new(values), which makes an object
-- whose `fields` have these values, and find_data(value), which returns the data of an object of the class and nil for
-- any other value.
function M.define(name, title, fields, methods)
  local meta = proxies.lock(title, {
    __name = title,
    __index = function(object, key)
      return is_public[key] and data_by_object[object][key] or methods[key]
    end,
    __tostring = function(object)
      return title .. " of " .. data_by_object[object].width .. " × " .. data_by_object[object].height
    end,
  }, "the fields of a " .. title .. " are read-only")
  signatures.kind("toolbox", name, { [meta] = true }, "a " .. title)
  signatures.apply("toolbox", name, methods)
  return function(values)
    local object, data = setmetatable({}, meta), {}
    for i, field in ipairs(fields) do
      data[field] = values[i]
    end
    data_by_object[object] = data
    return object
  end, function(value)
    return debug.getmetatable(value) == meta and data_by_object[value] or nil
  end
end

-- The data of an object of any class.
function M.data(object)
  return data_by_object[object]
end

local function index(data, x, y)
  return x >= 0 and y >= 0 and x < data.width and y < data.height and y * data.width + x
end

-- The byte of a square; nil outside.
function M.byte_at(object, x, y)
  local data = data_by_object[object]
  local i = index(data, x, y)
  return i and string.byte(data.squares, i + 1)
end

-- The 32-bit number of a square; nil outside.
function M.number_at(object, x, y)
  local data = data_by_object[object]
  local i = index(data, x, y)
  return i and string.unpack("<i4", data.squares, 4 * i + 1)
end

return M
