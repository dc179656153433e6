-- The table `data` of a mod.

local import = ...
local arguments = import "areas/arguments"
local checks = import "areas/data/checks"
local data_type = import "areas/data/data_type"
local entries = import "areas/data/entries"
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local proxies = import "core/sandbox/proxies"
local registry = import "areas/data/registry"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local types = import "areas/data/types"

local fail = errors.fail

local M = {}

local function new_functions(mod, type_of)
  local data = {}

  function data.add(_, entry)
    return entries.add(mod, entry, "data:add")
  end

  function data.add_multi(_, type_name, list)
    local added = {}
    for i, entry in ipairs(list) do
      entry._type = type_name
      added[i] = entries.add(mod, entry, "data:add_multi: entry " .. i)
    end
    return added
  end

  function data.add_type(_, options)
    local file, line = errors.where()
    return types.add_type(mod, options, file or mod.id, line)
  end

  function data.replace(_, entry)
    return entries.replace(mod, entry)
  end

  function data.has_type(_, name)
    return registry.types[name] ~= nil
  end

  local function type_names()
    return table.move(registry.type_names, 1, #registry.type_names, 1, {})
  end
  data.types = type_names

  function data.iter()
    local names, list = type_names(), {}
    for i, name in ipairs(names) do
      list[i] = type_of(name)
    end
    return iterators.of_pairs(names, list)
  end

  function data.sort_all()
    for _, kind in next, registry.types do
      kind.sorted = nil
    end
  end

  function data.validate_all()
    local faults, lines = {}, {}
    for _, name in ipairs(registry.type_names) do
      for _, record in ipairs(registry.records(name)) do
        checks.check_record(record, faults, not registry.loading)
      end
    end
    for i, pair in ipairs(faults) do
      lines[i] = checks.sentence(pair[1], pair[2])
    end
    return #lines == 0, lines
  end

  return signatures.apply("areas", "data", data)
end

-- The table `data` of a mod.
function M.of(mod)
  if mod.data then
    return mod.data
  end
  local data_types = {}
  local function type_of(name)
    data_types[name] = data_types[name] or data_type.new(mod, name)
    return data_types[name]
  end
  local functions = new_functions(mod, type_of)
  mod.data = proxies.new("data", {
    __name = "data",
    __index = function(_, name)
      local fn = functions[name]
      if fn then
        return fn
      elseif type(name) ~= "string" then
        return nil
      elseif not string.match(name, "%.") then
        fail("data has no function %s, and names of types have a dot, such as base.item%s", text.shown(name),
          arguments.suggest(name, arguments.sorted_keys(functions)))
      end
      return type_of(name)
    end,
  }, "entries are added with data:add")
  return mod.data
end

return M
