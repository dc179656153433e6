-- The module Env: what a mod can ask about the program that runs it. There is no screen and no clock of the machine.

local import, py = ...
local errors = import "core/errors"
local loader = import "core/loader"
local proxies = import "core/sandbox/proxies"
local registry = import "areas/data/registry"
local stable_order = import "core/sandbox/stable_order"

local M = {}

local MAX_RESULTS = 1000

-- The functions of Env for a mod.
function M.of(mod)
  local Env = {}
  -- The answers that wait for prompts, the next one first.
  local results = {}

  function Env.is_headless()
    return true
  end

  function Env.is_hotloading()
    return registry.reloading ~= nil
  end

  function Env.is_mod_loaded(id)
    return loader.mods[id] ~= nil
  end

  function Env.version()
    return py.host_version()
  end
  Env.api_version = Env.version

  function Env.lua_version()
    return _VERSION
  end

  function Env.os()
    return "host"
  end

  local function get_time()
    return 0
  end
  Env.get_time, Env.real_time = get_time, get_time

  -- A function that accepts values of one mod.
  function Env.mod_filter(id)
    return function(entry)
      local own_id = stable_order.type(entry) == "table" and proxies.rawget(entry, "_id")
      return type(own_id) == "string" and own_id:match "^([^.]*)%." == id
    end
  end

  -- The path by which a mod requires a table; nil for any other.
  function Env.get_require_path(value)
    local wanted = proxies.original(value) or value
    for _, owner in next, loader.mods do
      for path, result in next, owner.loaded do
        if rawequal(result, wanted) then
          return "mod." .. owner.id .. "." .. path:gsub("/init%.lua$", ""):gsub("%.lua$", ""):gsub("/", ".")
        end
      end
    end
    return nil
  end

  function Env.push_ui_result(list)
    if #results >= MAX_RESULTS then
      errors.raise("Env.push_ui_result: at most " .. MAX_RESULTS .. " results may wait")
    end
    results[#results + 1] = list
  end

  function Env.pop_ui_result()
    local list = table.remove(results, 1)
    if stable_order.type(list) == "table" then
      return table.unpack(list, 1, #list)
    end
    return list
  end

  function Env.clear_ui_results()
    results = {}
  end

  return Env
end

return M
