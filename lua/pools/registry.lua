-- Registers pools: roots, subpools and their entries, as mods ask for it; `definitions` stores them.

local import = ...
local where = import("core/errors").where
local definitions = import "pools/definitions"
local fail = import("core/errors").fail
local ids = import "pools/ids"
local paths = import "pools/paths"
local recording = import "core/border/recording"
local records = import "pools/records"
local typos = import "core/typos"
local proxies = import "core/sandbox/proxies"

local shown = import("core/sandbox/text").shown
local is_table = import("core/border/table_cache").is_table

local M = {}

local add_root, add_rule, walk = definitions.add_root, definitions.add_rule, definitions.walk

-- Root name -> depth -> the current subpool, which ~ names; and a copy of when all mods were loaded.
local currents, loaded_currents = {}, nil
-- Root name -> depth -> file and line that made the subpool current, while mods load and calls are recorded.
local current_origins, loaded_origins = {}, nil

-- All changes in order: { mod, root } or { mod, rule }; and how many of them came while mods loaded.
local changes, loaded_count = {}, nil

local function root_of(path, caller)
  local root = definitions.by_name[path.root]
  if not root then
    local message = string.format('%s: there is no root pool "%s" (path "%s")', caller, path.root, path.text)
    typos.refuse(message, path.root, definitions.by_name)
  end
  return root
end

-- The root of a name, which must exist.
function M.root_named(name, caller)
  return root_of({ root = name, text = name }, caller)
end

local function refuse_tilde(path, caller)
  if path.tilde then
    fail('%s: the path "%s" has a ~: it stands for the current subpool in a draw and means nothing here', caller,
      path.text)
  end
end

-- The definitions that the first `last` segments of a path name, at least one. `needs_all`: see pools/definitions.
local function definitions_at(path, last, caller, needs_all)
  local matches, at, parents = walk(root_of(path, caller), path, last, needs_all)
  if matches then
    return matches
  end
  local segment = path[at]
  local parent = #parents == 1 and parents[1].path or paths.up_to(path, at - 1)
  if segment == "*" then
    fail('%s: "%s" has no subpools for the * in "%s"', caller, parent, path.text)
  end
  local names = {}
  for _, definition in ipairs(parents) do
    for name in next, definition.children do
      names[name] = true
    end
  end
  typos.refuse(string.format('%s: "%s" has no subpool %s (path "%s"%s)', caller, parent, shown(segment), path.text,
    path.origins and path.origins[at] or ""), segment, names)
end

-- Applies a change again; returns whether that is possible without the changes that are gone.
local function apply_again(change)
  local rule = change.rule
  if not rule then
    add_root(change.root)
    return true
  end
  local root = definitions.by_name[rule.path.root]
  local matches = root and walk(root, rule.path, rule.last)
  if not matches or rule.makes and not rule.path.star and rule.name and matches[1].children[rule.name] then
    return false
  end
  add_rule(rule, matches)
  return true
end

-- Builds all definitions again from the changes for which should_stay(position, change) holds.
local function rebuild(should_stay)
  local remaining, remaining_loaded = {}, 0
  definitions.clear()
  for i, change in ipairs(changes) do
    if should_stay(i, change) and apply_again(change) then
      remaining[#remaining + 1] = change
      remaining_loaded = remaining_loaded + (loaded_count and i <= loaded_count and 1 or 0)
    end
  end
  changes, loaded_count = remaining, loaded_count and remaining_loaded
  definitions.set_complete()
end

local function location_here(mod)
  local file, line = where()
  return { mod = mod.id, file = file, line = line }
end

local function describe_source(location)
  return location.file and string.format("mod %s registered it at %s:%d", location.mod, location.file, location.line)
    or "the host registers it"
end

-- Registers a root pool. options: `numbers` and `takes` of a root (see pools/definitions).
function M.register_root(mod, name, items, infinite, options)
  paths.check_name(name, "registerRootPool: the name")
  local existing = definitions.by_name[name]
  if existing then
    fail('registerRootPool: there is a root pool "%s" already: %s', name, describe_source(existing.location))
  elseif not is_table(items) or debug.getmetatable(items) and not proxies.original(items) then
    fail('registerRootPool("%s"): the items are %s: must be a plain list', name, shown(items))
  end
  local root = {
    name = name, items = items, infinite = infinite, location = location_here(mod),
    numbers = options and options.numbers, takes = options and options.takes,
  }
  add_root(root)
  changes[#changes + 1] = { mod = mod.id, root = root }
end

local function register_rule(mod, rule, matches, caller)
  rule.location = location_here(mod)
  local message = add_rule(rule, matches)
  if message then
    rebuild(function()
      return true
    end)
    fail("%s: %s", caller, message)
  end
  changes[#changes + 1] = { mod = mod.id, rule = rule }
end

local function register_subpool(mod, path, last, name, list)
  local caller = string.format('registerSubpool("%s")', path.text)
  refuse_tilde(path, "registerSubpool")
  local matches = definitions_at(path, last, "registerSubpool")
  local entries = ids.read_entries(matches[1].root, list, caller)
  local existing = name and not path.star and matches[1].children[name]
  if existing then
    fail('registerSubpool: there is a subpool "%s" already: %s', existing.path, describe_source(existing.location))
  end
  register_rule(mod, { makes = true, path = path, last = last, name = name, entries = entries }, matches, caller)
end

-- Registers the subpool that the last segment of a path names.
function M.register_path(mod, text, list)
  local path = paths.parse(text, "registerSubpool")
  local last = #path
  local name = path[last]
  if last == 0 then
    fail('registerSubpool: the path "%s" names a root pool: must continue with the name of the new subpool', text)
  end
  refuse_tilde(path, "registerSubpool")
  paths.check_name(name, string.format('registerSubpool: the last segment of "%s"', text))
  path[last] = nil
  register_subpool(mod, path, last - 1, name, list)
end

-- Registers a subpool below the path of its parents; without a name it has only its number.
function M.register_below(mod, text, name, list)
  local path = paths.parse(text, "registerSubpool")
  if name ~= nil then
    paths.check_name(name, "registerSubpool: the name")
  end
  register_subpool(mod, path, #path, name, list)
end

-- Adds an entry to the subpools of a path.
function M.add(mod, text, id, mass)
  local path = paths.parse(text, "addToSubpool")
  refuse_tilde(path, "addToSubpool")
  local root = root_of(path, "addToSubpool")
  if #path == 0 then
    fail('addToSubpool: cannot add to the root pool "%s": it holds all there is', root.name)
  end
  local matches, caller = definitions_at(path, #path, "addToSubpool", true), string.format('addToSubpool("%s")', text)
  local entry = { id = ids.check(root, id, caller .. ": the id"), mass = 1 }
  if mass ~= nil then
    entry.mass = records.check_mass(mass, caller .. ": the mass")
  end
  register_rule(mod, { path = path, last = #path, entries = { entry } }, matches, caller)
end

-- The current subpool at a depth of a root: a game begins with the first. nil where the root has no subpools.
function M.current(root, depth)
  local current = currents[root.name] and currents[root.name][depth]
  return current or root.levels[depth] and 1 or nil
end

-- Makes a segment current; returns false when no subpool at that depth has that name or number.
local function make_current(root, depth, segment)
  local level = root.levels[depth]
  local number = math.type(segment) and math.tointeger(segment)
  if segment ~= nil and not (level and (level.names[segment] or number and number >= 1 and number <= level.most)) then
    return false
  end
  currents[root.name] = currents[root.name] or {}
  currents[root.name][depth] = number or segment
  return true
end

function M.set_current(name, depth, segment)
  local root = M.root_named(name, "setCurrent")
  depth = math.tointeger(depth)
  if segment ~= nil and not root.levels[depth] then
    fail('setCurrent: "%s" has no subpools at depth %d: %s', name, depth,
      root.levels[1] and "its subpools have depths up to " .. #root.levels or "it has none")
  elseif not make_current(root, depth, segment) then
    typos.refuse(string.format('setCurrent: no subpool of "%s" at depth %d is %s', name, depth, shown(segment)),
      segment, root.levels[depth] and root.levels[depth].names or {})
  end
  if recording.is_on or not loaded_count then
    local file, line = where()
    current_origins[name] = current_origins[name] or {}
    current_origins[name][depth] = { file = file, line = line }
  end
end

-- For saves: root name -> depth -> the current subpool, where the game has changed it.
function M.currents()
  local changed = {}
  for name, depths in next, currents do
    for depth, segment in next, depths do
      local before = loaded_currents and loaded_currents[name] and loaded_currents[name][depth]
      if segment ~= before then
        changed[name] = changed[name] or {}
        changed[name][depth] = segment
      end
    end
  end
  return changed
end

-- For saves: makes a segment current again; returns whether there is still such a subpool.
function M.set_again(name, depth, segment)
  local root = definitions.by_name[name]
  return root ~= nil and make_current(root, depth, segment)
end

-- The segment for the ~ at a depth: the first result of setting(root, depth), whose second result is the setting's name
-- for messages, or the current subpool.
local function fill_tilde(path, depth, root, setting, caller)
  local value, name
  if setting then
    value, name = setting(root, depth)
  end
  if value == nil then
    local current = M.current(root, depth)
    return current or fail('%s: the path "%s" has a ~ at depth %d, and "%s" has %s', caller, path.text, depth,
      root.name, root.levels[1] and "subpools at depths up to " .. #root.levels or "no subpools")
  end
  local number = math.type(value) and math.tointeger(value)
  if not number and (type(value) ~= "string" or value == "*" or value == "~") then
    fail('%s: %s is %s: must be the name or the number of a subpool, for the ~ in "%s"', caller, name, shown(value),
      path.text)
  end
  path.origins = path.origins or {}
  path.origins[depth] = string.format(", where ~ is %s, %s", name, shown(value))
  return number or value
end

-- What each ~ of a path stands for: { depth, value, setting, file, line } …, with the name of what was set and, as far
-- as it is recorded, where. nil if a ~ stands for nothing.
function M.tildes(root, path, setting)
  local list = {}
  for depth, segment in ipairs(path) do
    if segment == "~" then
      local value, name, origin
      if setting then
        value, name = setting(root, depth)
      end
      if value == nil then
        value = M.current(root, depth)
        name = string.format('Pools.setCurrent("%s", %d)', root.name, depth)
        origin = current_origins[root.name] and current_origins[root.name][depth]
      end
      local number = math.type(value) and math.tointeger(value)
      if not number and type(value) ~= "string" then
        return nil
      end
      list[#list + 1] = {
        depth = depth, value = number or value, setting = name, file = origin and origin.file,
        line = origin and origin.line,
      }
    end
  end
  return list
end

local function fill_tildes(path, setting, caller)
  local root = root_of(path, caller)
  for depth = 1, path.tilde and #path or 0 do
    if path[depth] == "~" then
      path[depth] = fill_tilde(path, depth, root, setting, caller)
    end
  end
end

-- The definitions that a path with stars and tildes names.
function M.find(text, caller)
  local path = paths.parse(text, caller)
  fill_tildes(path, nil, caller)
  return definitions_at(path, #path, caller)
end

-- The definition from which a path draws, and the path; `setting` as in fill_tilde.
function M.locate(text, setting, caller)
  local path = paths.parse(text, caller)
  if path.star or path.root == "*" then
    fail('%s: the path "%s" has a *: a draw is from one pool', caller, text)
  end
  fill_tildes(path, setting, caller)
  return definitions_at(path, #path, caller)[1], path
end

local function copy_currents(settings)
  local copy = {}
  for name, depths in next, settings do
    copy[name] = {}
    for depth, segment in next, depths do
      copy[name][depth] = segment
    end
  end
  return copy
end

-- Undoes the changes of the game before.
function M.new_game()
  if not loaded_count then
    loaded_count, loaded_currents, loaded_origins = #changes, copy_currents(currents), copy_currents(current_origins)
  elseif definitions.is_broken or #changes > loaded_count then
    rebuild(function(i)
      return i <= loaded_count
    end)
  end
  currents, current_origins = copy_currents(loaded_currents), copy_currents(loaded_origins)
end

-- Undoes the changes of a mod that failed to load, and what other mods built on them.
function M.forget(mod)
  rebuild(function(_, change)
    return change.mod ~= mod.id
  end)
end

return M
