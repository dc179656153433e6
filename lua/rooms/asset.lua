-- asset: names of pictures and sounds. The host has no assets, so every path is an opaque name.

local import = ...
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local text = import "core/sandbox/text"

local MAX_LENGTH = 1000

local function name_of(path)
  if #path > MAX_LENGTH then
    errors.raise("asset: the path has " .. #path .. " characters: must have at most " .. MAX_LENGTH)
  end
  local children = {}
  return proxies.new("asset", {
    __name = "asset",
    __index = function(_, key)
      if type(key) ~= "string" and type(key) ~= "number" then
        errors.raise("asset: the name is " .. text.shown(key) .. ": must be a string")
      end
      local child = children[key]
      if not child then
        child = name_of(path .. (path ~= "" and "." or "") .. key)
        children[key] = child
      end
      return child
    end,
    __concat = function(a, b)
      return text.tostring(a) .. text.tostring(b)
    end,
    __tostring = function()
      return path == "" and "asset" or path
    end,
  }, "asset names are read-only")
end

-- Makes the table `asset` of a mod.
return function()
  return name_of ""
end
