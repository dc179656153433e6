-- Loads mods: an environment for each, its entry file, and `require`.

local import, py = ...
local ambient = import "core/ambient"
local budget = import "core/sandbox/budget"
local compiler = import "core/compiler"
local dialects = import "core/dialects"
local environment = import "core/sandbox/environment"
local errors = import "core/errors"
local handles = import "core/border/handles"
local protect = import "core/sandbox/protect"
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"
local typos = import "core/typos"
local values = import "core/border/values"

local split = dialects.split
local raise = errors.raise

local M = {}

-- Mods by id, and by number. A mod: number, id, entry (its file), env, ambient (the dialects whose names it finds),
-- missing, dialect_names and joined (see core/ambient), all_dialects, depends (set of ids), loaded (path -> result of a
-- required file), result (what its entry returned), loading, legacy, has_old_lua (written for Lua 5.1), modules (name
-- -> what `require` returns when nothing else has the name), initial_names (variables of env before the entry ran),
-- seen (other mod -> what `require` returns for it), string_library (its table `string`).
local mods, by_number = {}, {}
M.mods, M.by_number = mods, by_number

-- The names that mods register themselves under, besides their ids: name -> mod.
local names = {}

-- Compiles a text; raises a syntax error at its own line.
local function compile_text(source, name, env)
  local owner = mods[string.match(name, "^[^/]+")]
  errors.add_file(name)
  local chunk, message, compiled = compiler.load(source, name, env, owner and owner.has_old_lua)
  if chunk then
    if owner then
      ambient.prepare(owner, source)
    end
    return compiler.replace(source, name, env, compiled) or chunk
  end
  local line, text = string.match(message, ":(%d+): (.*)$")
  line = line and tonumber(line) or 1
  local column = compiler.column_of_error(source, name, line, message)
  errors.raise_at(name, line, text or message, py.describe_syntax_error(name, line, column, text or message, source))
end
M.compile_text = compile_text

-- Compiles a file of a mod.
function M.compile(mod, path, env)
  budget.note_file(mod.id .. "/" .. path)
  local source, name = py.read_file(mod.number, path)
  return compile_text(source, name, env)
end

local LOADING = {}

-- The files of mods that are being loaded, each required by the one before.
local loading_files = {}

-- Counts a file of a mod among those that are being loaded, until the value that it returns is closed.
local function enter_file(mod, path)
  local depth = #loading_files
  loading_files[depth + 1] = mod.id .. "/" .. path
  return protect.guard(function()
    for i = #loading_files, depth + 1, -1 do
      loading_files[i] = nil
    end
  end)
end

protect.on_death(function()
  loading_files = {}
  for _, mod in next, by_number do
    for path, result in next, mod.loaded do
      if result == LOADING then
        mod.loaded[path] = nil
      end
    end
    rawset(mod.env, "_CWD", mod.env_directory)
  end
end)

-- Runs a file of a mod, and stores its result for those who require it.
local function run_file(mod, path, env)
  local chunk = M.compile(mod, path, env)
  -- Closed when the chunk ends, also by an error: a file that failed can be required again.
  local mark <close> = protect.guard(function()
    if mod.loaded[path] == LOADING then
      mod.loaded[path] = nil
    end
  end)
  mod.loaded[path] = LOADING
  local file <close> = enter_file(mod, path)
  local result = chunk()
  mod.loaded[path] = result == nil or result
  return result
end

local function require_file(mod, path)
  if mod.loaded[path] == LOADING then
    raise('require goes round in a circle: "' .. path .. '" of mod ' .. mod.id .. " is still being loaded")
  elseif mod.loaded[path] == nil then
    run_file(mod, path, mod.env)
  end
  return mod.loaded[path]
end

-- Returns the file of a mod that a dotted name means, or nil.
local function find_file(mod, dotted)
  if dotted == "" or string.match(dotted, "^%.") or string.match(dotted, "%.%.") then
    return nil
  end
  local path = string.gsub(dotted, "%.", "/")
  for _, candidate in ipairs { path .. ".lua", path .. "/init.lua" } do
    if mod.loaded[candidate] ~= nil or py.has_file(mod.number, candidate) then
      return candidate
    end
  end
end

-- Returns what `require` returns to `mod` for another mod: its kts namespace, or what its entry returned, or its
-- variables.
local function result_for(mod, other)
  if other.namespace and mod == other then
    return other.namespace
  elseif other.loading and not other.namespace then
    raise('require "' .. other.id .. '": that mod is still being loaded, and waits for this one')
  end
  local result = mod.seen[other]
  if result == nil then
    local changeable = proxies.may_change(mod, other)
    if other.namespace then
      result = proxies.variables(other.namespace, other, changeable)
    elseif other.result ~= nil then
      result = changeable and other.result or proxies.read_only(other.result, other)
    else
      result = proxies.variables(other.env, other, changeable, function(name)
        return ambient.is_of_dialect(other, name)
      end)
    end
    mod.seen[other] = result
  end
  return result
end
M.result_for = result_for

local function find_mod(name)
  local other = names[name] or mods[name]
  if not other and py.load_on_demand(name) then
    other = names[name] or mods[name]
  end
  return other
end

-- The same for a mod that another one requires.
local function find_required(mod, name)
  local other = find_mod(name)
  if other and other ~= mod and not mod.depends[other.id] then
    py.note_required(mod.number, other.id, errors.where())
  end
  return other
end

-- Returns the mod whose code is on top of the stack.
local function running_mod()
  local file = errors.where()
  return file and mods[string.match(file, "^[^/]+")]
end
M.running_mod = running_mod

-- The same for a function that does something in the name of the mod; raises when no mod is on the stack.
function M.calling_mod(title)
  return running_mod() or raise(title .. ": no function of a mod is running: must be called by a mod, not by the host")
end

-- A call without a frame of a mod is one of any mod: it made a tail call, or gave the host a function of the host.
local function is_foreign(owner)
  local reader = running_mod()
  return not (reader and proxies.may_change(reader, owner))
end

handles.on_foreign(is_foreign, proxies.read_only, proxies.refuse)
proxies.on_foreign(is_foreign)

-- Functions that the running mod and its dialects add to `string` are methods of strings.
environment.on_missing_method(function(name)
  local mod = running_mod()
  if mod then
    ambient.complete(mod)
    return mod.string_library[name]
  end
end)

-- The module names of all dialects that a mod can require, joined by NUL.
local function module_names(mod)
  local paths = {}
  for _, module in ipairs(mod.all_dialects) do
    for _, name in ipairs(module.module_names and module.module_names() or {}) do
      paths[#paths + 1] = name
    end
  end
  return table.concat(paths, "\0")
end

local function require_for(mod)
  return function(name)
    if type(name) ~= "string" then
      raise("require: a name (a string) was expected, got " .. stable_order.type(name))
    end
    ambient.prepare_path(mod, name)
    local dialect = string.match(name, "^host%.(.+)$")
    if dialect then
      for _, module in ipairs(mod.all_dialects) do
        if module.name == dialect then
          return module.of(mod)
        end
      end
      py.refuse_dialect(dialect)
    end
    for _, module in ipairs(mod.all_dialects) do
      local value = module.require and module.require(mod, name)
      if value ~= nil then
        return mod.joined[value] or value
      end
    end
    local owner, path = mod, nil
    local id, rest = string.match(name, "^mod%.([^%.]+)(.*)$")
    if id then
      owner = find_required(mod, id)
      if owner and rest ~= "" then
        path = find_file(owner, string.sub(rest, 2))
      elseif owner and owner.entry ~= "" then
        path = owner.entry
      end
    elseif string.match(name, "^%.") then
      path = find_file(mod, name:sub(2))
    else
      local other = find_required(mod, name)
      if other then
        return result_for(mod, other)
      end
      path = find_file(mod, (string.gsub(name, "/", ".")))
    end
    if not path then
      ambient.complete(mod)
    end
    for _, module in ipairs(path and {} or mod.all_dialects) do
      local value = module.stand_in and module.stand_in(mod, name)
      if value ~= nil then
        return value
      end
    end
    if not path and mod.modules[name] then
      return mod.modules[name]
    elseif not path then
      local paths = module_names(mod)
      for _, module in ipairs(mod.all_dialects) do
        if module.refuse_module then
          module.refuse_module(mod, name, loading_files, typos.is_path_typo(name, split(paths)))
        end
      end
      py.refuse_module(mod.number, name, paths)
    end
    local result = require_file(owner, path)
    return proxies.may_change(mod, owner) and result or proxies.read_only(result, owner)
  end
end

local function new_mod(number, id, has_old_lua, dialect_names, lists_dialects, depends)
  local mod = {
    number = number, id = id, has_old_lua = has_old_lua, modules = {}, depends = {}, loaded = {}, loading = true,
    seen = {},
  }
  for _, dependency in ipairs(split(depends)) do
    mod.depends[dependency] = true
  end
  mod.all_dialects, mod.ambient = dialects.all(), {}
  for _, name in ipairs(split(dialect_names)) do
    mod.ambient[#mod.ambient + 1] = import(name .. "/init")
  end
  if mod.ambient[1] then
    mod.print_separator = mod.ambient[1].print_separator
  end
  mod.env = environment.new(mod)
  mod.string_library = mod.env.string
  mod.env.require = require_for(mod)
  ambient.begin(mod, lists_dialects)
  for _, module in ipairs(mod.ambient) do
    if module.extend then
      module.extend(mod)
    end
  end
  mod.env_directory = rawget(mod.env, "_CWD")
  -- Names that exist from the start are not variables of the mod.
  mod.initial_names = {}
  for name, value in next, mod.env do
    mod.initial_names[name] = value
  end
  by_number[number] = mod
  return mod
end

-- Lets `require` find a mod under the name that it registered itself with.
function M.register_name(mod, name)
  local other = names[name]
  if other and other ~= mod then
    raise('the name "' .. name .. '" is taken: mod ' .. other.id .. " registered it")
  end
  names[name] = mod
end

-- Loads a mod with its entry file, if it has one. `legacy`: it has no manifest; `has_old_lua`: it is written for Lua
-- 5.1; `lists_dialects`: its manifest lists them. Lists are joined by NUL.
function M.load(number, id, entry, legacy, has_old_lua, dialect_names, lists_dialects, depends)
  local mod = new_mod(number, id, has_old_lua, dialect_names, lists_dialects, depends)
  mod.legacy, mod.entry = legacy, entry
  mods[id] = mod
  local env = mod.env
  for _, module in ipairs(mod.ambient) do
    if module.entry_environment then
      env = module.entry_environment(mod, legacy) or env
    end
  end
  if entry ~= "" then
    mod.result = run_file(mod, entry, env)
  end
  for _, module in ipairs(mod.ambient) do
    if module.loaded and not mod.missing[module] then
      module.loaded(mod)
    end
  end
  mod.loading = false
end

-- Names the prototypes of a mod after the variables that hold them, and after fields of tables in variables.
function M.name_prototypes(number)
  local mod = by_number[number]
  local renames = {}
  local function note(name, value)
    local kind, index = handles.open(value)
    if kind and index >= 0 then
      renames[#renames + 1] = { kind, index, name }
    end
    return kind
  end
  local variables = mod.namespace or mod.env
  for _, name in ipairs(typos.keys(variables)) do
    local value = rawget(variables, name)
    if not note(name, value) and type(value) == "table" and value ~= variables and debug.getmetatable(value) == nil then
      for _, key in ipairs(typos.keys(value)) do
        note(name .. "_" .. key, rawget(value, key))
      end
    end
  end
  for _, rename in ipairs(renames) do
    py.registry_rename(number, rename[1], rename[2], rename[3])
  end
end

-- Whether the entry of a mod returned a table with a function `begin`, which begins a world.
function M.begins_world(id)
  local entry = mods[id] and mods[id].result
  return type(entry) == "table" and stable_order.type(entry) == "table" and values.is_callable(entry.begin)
end

-- Forgets a mod that failed to load.
function M.forget(number)
  local mod = by_number[number]
  if mod then
    by_number[number] = nil
    mods[mod.id] = nil
    for name, owner in next, names do
      if owner == mod then
        names[name] = nil
      end
    end
    for _, module in ipairs(mod.all_dialects) do
      if module.forget then
        module.forget(mod)
      end
    end
  end
end

-- Runs a text as code of a loaded mod, such as the script of `dungeon-host run`.
function M.run_text(number, source, name)
  return compile_text(source, name, by_number[number].env)()
end

-- Runs a manifest that is a Lua table, in an empty environment.
function M.read_manifest(source, name)
  return values.flatten((compile_text(source, name, {})()))
end

return M
