-- The first trusted chunk of a Lua state. Python passes `border`: functions (name -> service, see core/border/answers
-- for what they answer), value_at and returns_value (which argument and which results cross as a flat form), invoker,
-- library, store_bytecode, instructions. Trusted modules get `py`, with services that return their results or raise an
-- error at the line of the mod. Returns what Python calls.

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
local next, pack, setmetatable, unpack = next, table.pack, setmetatable, table.unpack

local py = setmetatable({
  instructions = border.instructions,
  is_limited = border.is_limited,
  has_clock = border.has_clock,
}, {
  __index = function(_, name)
    error("py." .. name .. " is not declared as a service", 2)
  end,
})

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
  local is_made, invoker = border.invoker(number)
  if not is_made then
    error("not enough memory", 0)
  end
  return invoker
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

-- They need modules that need `py`.
local unwrap, flatten, inflate

local function service(fn, value_at, returns_value)
  local call
  if value_at then
    -- The value comes last; its flat form is one argument or many.
    function call(...)
      local arguments = pack(flatten((select(value_at, ...))))
      table.move(arguments, 1, arguments.n, value_at)
      for i = 1, value_at - 1 do
        arguments[i] = (select(i, ...))
      end
      return unwrap(fn(unpack(arguments, 1, arguments.n + value_at - 1)))
    end
  else
    function call(...)
      return unwrap(fn(...))
    end
  end
  if returns_value then
    return function(...)
      return inflate(call(...))
    end
  end
  return call
end

for name, fn in next, border.functions do
  py[name] = service(fn, border.value_at[name], border.returns_value[name])
end

local protect = import "core/sandbox/protect"
local values = import "core/border/values"
unwrap, flatten, inflate = import("core/border/answers").unwrap, values.flatten, values.inflate

-- Calls the function `name` of the trusted module `module`: true and its results, or false, a message and frames.
local function call(module, name, ...)
  return protect.enter(import(module)[name], ...)
end

return call, protect.autopsy, collectgarbage
