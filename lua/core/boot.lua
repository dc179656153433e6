-- The first trusted chunk of a Lua state. Python passes `border`: service and invoker (which return Python's functions,
-- see core/border/answers for what they answer), library, store_bytecode, instructions. Trusted modules get `py`, with
-- services that return their results or raise an error at the line of the mod. Returns what Python calls.

-- The first cycles of the garbage collector would find next to no garbage, because what is loaded first stays. So after
-- this cycle, of next to nothing, the next one comes after some megabytes.
do
  local pause = collectgarbage("param", "pause", 30000)
  collectgarbage()
  collectgarbage("param", "pause", pause)
end

local border = ...
local loaded = {}
local dump = string.dump

-- They need modules that need `py`.
local bind_service, unwrap

-- Services are bound when they are first used.
local py = setmetatable({
  instructions = border.instructions,
  is_limited = border.is_limited,
  has_clock = border.has_clock,
}, {
  __index = function(py, name)
    local fn, for_mod, value_at, returns_value = unwrap(border.service(name))
    if not fn then
      error("py." .. name .. " is not declared as a service", 2)
    end
    local call = bind_service(name, fn, for_mod, value_at, returns_value)
    rawset(py, name, call)
    return call
  end,
})

-- Returns whether there is a service of that name.
function py.has(name)
  return unwrap(border.service(name)) ~= nil
end

-- Reads a file of lua/ by its name without the suffix: source or bytecode, and whether to store its bytecode.
local function read(name)
  local source, needs_bytecode = border.library(name)
  if not source then
    error("not enough memory", 0)
  end
  return source, needs_bytecode
end

function py.library(name)
  return (read(name))
end

-- Returns the Python function of the API function with a number.
function py.invoker(number)
  return unwrap(border.invoker(number))
end

local function import(name)
  local module = loaded[name]
  if module == nil then
    local source, needs_bytecode = read(name)
    local chunk = assert(load(source, "=[host]/" .. name .. ".lua"))
    if needs_bytecode then
      border.store_bytecode(name, dump(chunk))
    end
    module = chunk(import, py)
    loaded[name] = module
  end
  return module
end

local protect = import "core/sandbox/protect"
unwrap = import("core/border/answers").unwrap
bind_service = import("core/border/functions").bind_service

-- Calls the function `name` of the trusted module `module`: true and its results, or false, a message and frames.
local function call(module, name, ...)
  return protect.enter(import(module)[name], ...)
end

return call, protect.autopsy, collectgarbage
