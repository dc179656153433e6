-- The names of dialects in the environment of a mod. If the mod lists its dialects, their names are there from the
-- start. Otherwise a large dialect loads when a text of the mod first has one of its names: before that, no code of the
-- mod can tell whether the dialect is loaded.

local import = ...
local budget = import "core/sandbox/budget"
local unions = import "core/unions"

local M = {}

-- Names that reach all global variables, whatever their names.
local REFLECTION = { "_G", "_ENV", "getfenv" }
local DOT, COLON = string.byte ".", string.byte ":"
-- Instructions for each character of a longer path, which is split, searched and compared.
local LONG_PATH, COST_OF_CHARACTER = 200, 4

-- Name -> the dialects that load when a mod uses it: list of modules, or "all".
local modules_by_name = {}
for _, name in ipairs(REFLECTION) do
  modules_by_name[name] = "all"
end
-- Module -> whether `modules_by_name` has its names.
local has_listed_names = {}

local function list_names(module)
  if not has_listed_names[module] then
    has_listed_names[module] = true
    for name in string.gmatch(module.names, "%S+") do
      modules_by_name[name] = modules_by_name[name] or {}
      modules_by_name[name][#modules_by_name[name] + 1] = module
    end
  end
end

-- Adds the names of those dialects of a mod for which `is_wanted` holds. Where names clash, the dialect listed first
-- wins.
local function add(mod, is_wanted)
  local added = {}
  for i = #mod.ambient, 1, -1 do
    local module = mod.ambient[i]
    if is_wanted[module] and not mod.dialect_names[module] then
      local names = module.ambient(mod)
      mod.dialect_names[module], mod.missing[module] = names, nil
      for name in next, names do
        if has_listed_names[module] and not modules_by_name[name] then
          error("lua/" .. module.name .. "/init.lua: the list `names` lacks " .. name, 0)
        end
        added[name] = true
      end
    end
  end
  -- Name -> its value and what it accepts; and whether the mod has not assigned it before the dialect was there.
  local members, is_free = {}, {}
  for i = #mod.ambient, 1, -1 do
    local module = mod.ambient[i]
    for name, value in next, mod.dialect_names[module] or {} do
      if added[name] then
        if not members[name] then
          is_free[name] = not mod.initial_names or rawget(mod.env, name) == mod.initial_names[name]
        end
        local former, accepts = members[name], module.accepts and module.accepts[name]
        if former and unions.can_join(value, former.value) then
          value = unions.of(name, value, accepts, former.value, former.accepts)
          for _, member in ipairs(unions.members(value)) do
            mod.joined[member] = value
          end
        end
        members[name] = { value = value, accepts = accepts }
        if is_free[name] then
          mod.env[name] = value
        end
      end
    end
  end
  for name, member in next, mod.initial_names and members or {} do
    mod.initial_names[name] = member.value
  end
end

-- Adds the names of the dialects that a mod finds from the start. `lists_dialects`: its manifest lists them.
function M.begin(mod, lists_dialects)
  mod.missing, mod.dialect_names, mod.joined = {}, {}, {}
  local is_wanted = {}
  for i, module in ipairs(mod.ambient) do
    if lists_dialects or i == 1 or not module.names then
      is_wanted[module] = true
    else
      list_names(module)
      module.is_expected, mod.missing[module] = true, true
    end
  end
  if next(mod.missing) then
    for _, module in ipairs(mod.ambient) do
      if module.names then
        list_names(module)
      end
    end
  end
  add(mod, is_wanted)
end

-- Adds the names of all dialects of a mod.
function M.complete(mod)
  if next(mod.missing) then
    add(mod, mod.missing)
  end
end

-- Adds the names of the dialects that a text of a mod may use: it has one of their names, which is no field and is not
-- only assigned.
function M.prepare(mod, text)
  if not next(mod.missing) then
    return
  end
  local is_wanted = {}
  for start, name, stop in string.gmatch(text, "()([%a_][%w_]*)()") do
    local modules = modules_by_name[name]
    if modules == "all" then
      return M.complete(mod)
    elseif modules then
      local before = start > 1 and string.byte(text, start - 1)
      -- After two of them comes no field: a text is concatenated, or a label ends.
      local is_field = (before == DOT or before == COLON) and string.byte(text, start - 2) ~= before
      if not is_field and not string.find(text, "^%s*=[^=]", stop) then
        for _, module in ipairs(modules) do
          is_wanted[module] = true
        end
      end
    end
  end
  if next(is_wanted) then
    add(mod, is_wanted)
  end
end

-- Adds the names of the dialects that have a path which a mod requires.
function M.prepare_path(mod, path)
  if #path > LONG_PATH then
    budget.charge(COST_OF_CHARACTER * #path)
  end
  local is_wanted = {}
  for module in next, mod.missing do
    if path == "host." .. module.name or module.has_path and module.has_path(path) then
      is_wanted[module] = true
    end
  end
  if next(is_wanted) then
    add(mod, is_wanted)
    M.prepare(mod, path)
  end
end

-- Whether a variable of a mod still has the value that it has from the start.
function M.is_of_dialect(mod, name)
  local value, before = rawget(mod.env, name), mod.initial_names[name]
  if before ~= nil or value ~= nil then
    return before ~= nil and rawequal(before, value)
  end
  for _, module in ipairs(type(modules_by_name[name]) == "table" and modules_by_name[name] or {}) do
    if mod.missing[module] then
      return true
    end
  end
  return false
end

-- Returns the names of the dialects of a mod that are not there yet.
function M.missing_names(mod)
  local names = {}
  for module in next, mod.missing do
    for name in string.gmatch(module.names, "%S+") do
      names[#names + 1] = name
    end
  end
  return names
end

return M
