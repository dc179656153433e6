-- The first trusted chunk of a Lua state. Python passes its functions in `py`; each of them answers
-- `true, values…` or `false, message`. Returns what Python calls.

local py = ...
local loaded = {}
local dump = string.dump

local function import(name)
  local module = loaded[name]
  if module == nil then
    local ok, source, needs_bytecode = py.library(name)
    if not ok then
      error(source, 0)
    end
    local chunk = assert(load(source, "=[host]/" .. name .. ".lua"))
    if needs_bytecode then
      py.store_bytecode(name, dump(chunk))
    end
    module = chunk(import, py)
    loaded[name] = module
  end
  return module
end

local protect = import "core/sandbox/protect"
local enter = protect.enter

-- Calls the function `name` of the trusted module `module`: true and its results, or false, a message and frames.
local function call(module, name, ...)
  return enter(import(module)[name], ...)
end

return call, protect.autopsy, collectgarbage
