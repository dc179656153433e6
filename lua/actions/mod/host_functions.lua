-- The functions of host/dialects/actions.py, bound to a mod when they are first used.

local import = ...
local functions = import "core/border/functions"

local declared = functions.declared "actions"

-- Returns the table of functions of a mod.
return function(mod)
  local api = mod.actions_api
  if not api then
    api = setmetatable({}, {
      __index = function(self, name)
        local fn = functions.bind(declared[name], mod)
        self[name] = fn
        return fn
      end,
    })
    mod.actions_api = api
  end
  return api
end
