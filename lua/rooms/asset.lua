-- asset: names of pictures and sounds. The host has none of them, so that every path is an opaque name.

local import = ...
local errors = import "core/errors"
local text = import "core/sandbox/text"

local setmetatable, type = setmetatable, type

local LONGEST = 1000

local function name_of(path)
  if #path > LONGEST then
    errors.raise("asset: the path has " .. #path .. " characters: it may have " .. LONGEST)
  end
  local known = {}
  return setmetatable({}, {
    __metatable = false,
    __name = "asset",
    __index = function(_, key)
      if type(key) ~= "string" and type(key) ~= "number" then
        errors.raise("asset: a name is " .. text.shown(key) .. ": must be a string")
      end
      local child = known[key]
      if not child then
        child = name_of(path .. (path ~= "" and "." or "") .. key)
        known[key] = child
      end
      return child
    end,
    __newindex = function(_, key)
      errors.raise("asset." .. text.tostring(key) .. " cannot be set: the names of assets are the host's")
    end,
    __concat = function(a, b)
      return text.tostring(a) .. text.tostring(b)
    end,
    __tostring = function()
      return path == "" and "asset" or path
    end,
  })
end

-- A table of asset names of a mod's own.
return function()
  return name_of ""
end
