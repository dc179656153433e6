-- What mods find by name, for hints in errors and for the check of a mod that does not run.

local import = ...
local ambient = import "core/ambient"
local compiler = import "core/compiler"
local dialects = import "core/dialects"
local loader = import "core/loader"
local protect = import "core/sandbox/protect"
local stable_order = import "core/sandbox/stable_order"
local typos = import "core/typos"

local M = {}

-- Makes the environment of a mod, and runs nothing of the mod. The arguments are the same as for `load` of core/loader.
function M.load_without_code(number, id, entry, legacy, has_old_lua, dialect_names)
  loader.load(number, id, "", legacy, has_old_lua, dialect_names, true, "")
  loader.mods[id].entry = entry
end

-- The names of the global variables of a mod and of its tests, joined by NUL.
function M.variable_names(id)
  local mod, list = loader.mods[id], {}
  for _, variables in ipairs(mod and { mod.env, mod.namespace or {}, mod.test_names } or {}) do
    local keys = typos.keys(variables)
    table.move(keys, 1, #keys, #list + 1, list)
  end
  for _, name in ipairs(mod and ambient.missing_names(mod) or {}) do
    list[#list + 1] = name
  end
  return table.concat(list, "\0")
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
  return table.concat(names, "\0")
end

-- The names in a table of a mod, joined by NUL; `name` is a global variable and its fields, such as "levels.deep". A
-- table with a metatable has no names here: code of the mod would run to list them.
function M.list_members(id, name)
  local value = loader.mods[id] and loader.mods[id].env
  for part in string.gmatch(name, "[^.]+") do
    value = type(value) == "table" and rawget(value, part)
  end
  return type(value) == "table" and not debug.getmetatable(value) and table.concat(typos.keys(value), "\0") or ""
end

-- What Lua says is wrong with a text, ":LINE: …", or an empty text when it can be compiled.
function M.find_syntax_error(source)
  local _, message = compiler.load(source, "", {}, false)
  return message or ""
end

-- Whether a dialect has a module that does nothing.
local function is_inert(path)
  for _, module in ipairs(dialects.all()) do
    if module.is_inert and module.is_inert(path) then
      return true
    end
  end
  return false
end

-- Those of some paths by which a mod can require a module that does something, joined by NUL.
function M.list_modules(id, paths)
  local modules = {}
  for _, path in ipairs(dialects.split(paths)) do
    if not is_inert(path) and protect.try(loader.mods[id].env.require, path) then
      modules[#modules + 1] = path
    end
  end
  return table.concat(modules, "\0")
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
  return table.concat(reasons, "\0")
end

return M
