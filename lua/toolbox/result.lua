-- Classes of the objects that the toolbox returns. Their fields are read-only; their data is stored here.

local import = ...
local errors = import "core/errors"
local text = import "core/sandbox/text"

local raise = errors.raise
local math_type, setmetatable, tointeger, type = math.type, setmetatable, math.tointeger, type
local unpack_string = string.unpack

local M = {}

-- object -> data: title, width, height, and the fields of its class.
local data_by_object = setmetatable({}, { __mode = "k" })

-- Define a class. Returns new(data), which makes an object with that data, and data_of(object, method), which raises an
-- error for an object of another class. `fields` are the names of the fields of `data` that mods can read.
function M.define(title, fields, methods)
  local meta = {
    __metatable = false,
    __name = title,
    __index = function(object, key)
      if key == "width" or key == "height" or fields[key] then
        return data_by_object[object][key]
      end
      return methods[key]
    end,
    __newindex = function(_, key)
      raise(title .. "." .. text.tostring(key) .. " cannot be set: the fields of a " .. title .. " are read-only")
    end,
    __tostring = function(object)
      return title .. " of " .. data_by_object[object].width .. " × " .. data_by_object[object].height
    end,
  }
  local function new(data)
    local object = setmetatable({}, meta)
    data.title = title
    data_by_object[object] = data
    return object
  end
  local function data_of(object, method)
    local data = data_by_object[object]
    if not data or data.title ~= title then
      raise(title .. ":" .. method .. " is called on " .. text.shown(object) .. ": must be called with a colon, on a "
        .. title)
    end
    return data
  end
  return new, data_of
end

-- The data of an object of the class `title`, or nil.
function M.find_data(value, title)
  local data = type(value) == "table" and data_by_object[value]
  return data and data.title == title and data or nil
end

-- The index of the square (x, y) in row-major data, from 0; nil outside.
function M.index(data, x, y, method)
  local column, row = math_type(x) and tointeger(x), math_type(y) and tointeger(y)
  if not column or not row then
    raise(data.title .. ":" .. method .. ": x is " .. text.shown(x) .. " and y is " .. text.shown(y)
      .. ": must be whole numbers")
  end
  if column >= 0 and row >= 0 and column < data.width and row < data.height then
    return row * data.width + column
  end
end

-- The number at an index of `data.squares`, a string of 32-bit numbers.
function M.number_at(data, index)
  return (unpack_string("<i4", data.squares, 4 * index + 1))
end

return M
