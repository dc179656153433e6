-- What one mod sees of another: views of its variables and tables, which its dependents may change and others only read.

local import = ...
local locked = import("host/handles").locked

local error, format, next, rawget, setmetatable, tostring, type =
  error, string.format, next, rawget, setmetatable, tostring, type
local getmetatable = debug.getmetatable

local M = {}

-- Read-only views of tables, all the way down; one view for each table.
local views = setmetatable({}, { __mode = "k" })

local function refuse(key, owner)
  error(format("%s belongs to mod %s and is read-only here: name %s under [dependencies] to change it",
    tostring(key), owner.id, owner.id), 3)
end

-- A value of the mod `owner` for mods that may only read it.
function M.read_only(value, owner)
  if type(value) ~= "table" then
    return value
  end
  local meta = getmetatable(value)
  if locked[meta] then
    return value
  end
  local known = views[value]
  if not known then
    known = setmetatable({}, {
      __metatable = false,
      __index = function(_, key)
        return M.read_only(value[key], owner)
      end,
      __newindex = function(_, key)
        refuse(key, owner)
      end,
      __len = function()
        return #value
      end,
      __call = type(meta) == "table" and rawget(meta, "__call") and function(_, ...)
        return value(...)
      end or nil,
      __pairs = function()
        -- The state of the loop is nil: nobody gets hold of the table itself.
        return function(_, key)
          local k, v = next(value, key)
          return k, M.read_only(v, owner)
        end
      end,
    })
    views[value] = known
  end
  return known
end

-- The variables in `variables` of the mod `owner`, as another mod sees them: those that lie there themselves, without
-- those whose names are in `hidden`, and nothing of what is behind.
function M.variables(variables, owner, changeable, hidden)
  local function get(key)
    if not (hidden and hidden[key]) then
      return rawget(variables, key)
    end
  end
  return setmetatable({}, {
    __metatable = false,
    __index = function(_, key)
      local value = get(key)
      return changeable and value or M.read_only(value, owner)
    end,
    __newindex = function(_, key, value)
      if not changeable or hidden and hidden[key] then
        refuse(key, owner)
      end
      variables[key] = value
    end,
    __pairs = function()
      return function(_, key)
        local value
        repeat
          key, value = next(variables, key)
        until key == nil or not (hidden and hidden[key])
        return key, changeable and value or M.read_only(value, owner)
      end
    end,
  })
end

-- Whether `mod` may change what is of `owner`: it declares the dependency, or has no manifest to declare anything in.
function M.may_change(mod, owner)
  return mod.legacy or mod.depends[owner.id] or mod == owner
end

return M
