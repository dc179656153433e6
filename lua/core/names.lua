-- What mods find by name, for the check of a mod that does not run.

local import = ...
local dialects = import "core/dialects"
local loader = import "core/loader"
local protect = import "core/sandbox/protect"
local stable_order = import "core/sandbox/stable_order"

local concat = table.concat

local M = {}

-- Makes the environment of a mod, and runs nothing of the mod. The arguments are those of `load` of core/loader.
function M.load_without_code(number, id, entry, legacy, has_old_lua, dialect_names)
  loader.load(number, id, "", legacy, has_old_lua, dialect_names, true, "")
  loader.mods[id].entry = entry
end

-- The names of the global variables of a mod, and of their members, such as "math" and "math.abs", joined by NUL.
function M.list_variables(id)
  local names = {}
  for name, value in stable_order.pairs(loader.mods[id].env) do
    names[#names + 1] = name
    if type(value) == "table" then
      for member in pairs(value) do
        if type(member) == "string" then
          names[#names + 1] = name .. "." .. member
        end
      end
    end
  end
  return concat(names, "\0")
end

-- Those of some paths by which a mod can require a module, joined by NUL.
function M.list_modules(id, paths)
  local modules = {}
  for _, path in ipairs(dialects.split(paths)) do
    if protect.try(loader.mods[id].env.require, path) then
      modules[#modules + 1] = path
    end
  end
  return concat(modules, "\0")
end

-- Why the host leaves out the modules of some paths, joined by NUL: an empty text where no dialect says why.
function M.list_reasons(paths)
  local reasons = {}
  for i, path in ipairs(dialects.split(paths)) do
    reasons[i] = ""
    for _, module in ipairs(dialects.all()) do
      reasons[i] = module.why_left_out and module.why_left_out(path) or reasons[i]
    end
  end
  return concat(reasons, "\0")
end

return M
