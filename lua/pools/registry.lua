-- The pools that mods register: roots, subpools, and what lies in them. Stars are rules, which hold for what exists and
-- for what comes later.

local import, py = ...
local errors = import "core/errors"
local config = import "pools/config"
local handles = import "core/border/handles"
local nodes = import "pools/nodes"
local paths = import "pools/paths"
local records = import "pools/records"
local proxies = import "core/sandbox/proxies"

local raise, where = errors.raise, errors.where
local shown = import("core/sandbox/text").shown
local is_table = import("core/border/table_cache").is_table
local concat, sort = table.concat, table.sort
local find, format = string.find, string.format
local ipairs, next, rawget, rawlen, type = ipairs, next, rawget, rawlen, type
local getmetatable = debug.getmetatable
local math_type, tointeger = math.type, math.tointeger

local M = {}

local by_name, walk, add_root, add_rule = nodes.by_name, nodes.walk, nodes.add_root, nodes.add_rule
M.roots = nodes.roots

-- root name -> depth -> what is current there; and what that was when all mods were loaded.
local currents, loaded_currents = {}, nil

-- The changes, in order: { mod, root } or { mod, rule }; and how many came while mods loaded.
local done, loaded = {}, nil

-- Raises `message`, with the nearest of the names that are keys of `names`.
local function raise_unknown(message, name, names)
  local list = {}
  for known in next, names do
    if type(known) == "string" then
      list[#list + 1] = known
    end
  end
  sort(list)
  py.refuse_name(message, type(name) == "string" and name or "", concat(list, "\0"))
end

local function find_root(path, what)
  local root = by_name[path.root]
  if not root then
    raise_unknown(format('%s: there is no root pool "%s" (path "%s")', what, path.root, path.text), path.root, by_name)
  end
  return root
end

function M.root_named(name, what)
  if type(name) ~= "string" then
    raise(format("%s: the root is %s: must be the name of one", what, shown(name)))
  end
  return find_root({ root = name, text = name }, what)
end

-- The root of a name, or nil.
function M.find_root(name)
  return by_name[name]
end

local function refuse_tilda(path, what)
  if path.tilda then
    raise(format('%s: the path "%s" has a ~: it stands for what is current in a draw and means nothing here', what,
      path.text))
  end
end

-- The same; a segment that leads nowhere is an error.
local function nodes_at(path, last, what)
  local found, at, parents = walk(find_root(path, what), path, last)
  if found then
    return found
  end
  local segment, parent = path[at], paths.up_to(path, at - 1)
  if segment == "*" then
    raise(format('%s: "%s" has no subpools for the * in "%s"', what, parent, path.text))
  end
  local names = {}
  for _, node in ipairs(parents) do
    for name in next, node.children do
      names[name] = true
    end
  end
  raise_unknown(format('%s: "%s" has no subpool %s (path "%s"%s)', what, parent, shown(segment), path.text,
    path.meant and path.meant[at] or ""), segment, names)
end

-- Makes everything anew from the changes that `keep` says may stay, as far as they can without the others.
local function build_again(keep)
  local before, kept, still_loaded = done, {}, 0
  nodes.clear()
  for i, change in ipairs(before) do
    if keep(i, change) then
      local rule, can = change.rule, true
      if rule then
        local root = by_name[rule.path.root]
        local found = root and walk(root, rule.path, rule.last)
        can = found ~= nil and not (rule.makes and not rule.path.star and rule.name and found[1].children[rule.name])
        if can then
          add_rule(rule, found, "registerSubpool")
        end
      else
        add_root(change.root)
      end
      if can then
        kept[#kept + 1] = change
        still_loaded = still_loaded + (loaded and i <= loaded and 1 or 0)
      end
    end
  end
  done, loaded = kept, loaded and still_loaded
  nodes.built()
end

local function place_of(mod)
  local file, line = where()
  return { mod = mod.id, file = file, line = line }
end

local function who(place)
  return place.file and format("mod %s registered it at %s:%d", place.mod, place.file, place.line) or "the host registers it"
end

-- How many elements the list of a root has now.
function M.count_items(root)
  return rawlen(proxies.original(root.items) or root.items)
end

-- The position of a value in the list of a root; nil when it is not there. Positions are looked up in a table of all,
-- made anew when the list has grown.
local function position_of(root, value)
  local list = proxies.original(root.items) or root.items
  local positions = root.positions
  if not positions or root.counted ~= rawlen(list) then
    positions = {}
    for i = rawlen(list), 1, -1 do
      local element = rawget(list, i)
      if element == element and element ~= nil then
        positions[element] = i
      end
    end
    root.positions, root.counted = positions, rawlen(list)
  end
  return positions[proxies.original(value) or value]
end

-- What an id of a root means: a position in its list, a handle, or the id of something registered that has none.
function M.meaning(root, id)
  if type(id) == "number" then
    return id
  end
  local position = position_of(root, id) or root.numbers and root.numbers[id]
  if position or type(id) ~= "string" then
    return position or id
  end
  local kind, index = py.registry_find(id)
  return kind and handles.known(kind, index) or id
end

-- An id that may lie in a root: a number from 1 on, a text or a handle; things that are in its list become positions.
local function check_id(root, id, what)
  local number = math_type(id) and tointeger(id)
  if number then
    local count = M.count_items(root)
    if number < 1 or number > count then
      raise(format('%s is %d: the list of root pool "%s" has %s', what, number, root.name,
        count == 0 and "nothing in it yet" or "the positions 1 to " .. count))
    end
    return number
  end
  local position = id ~= nil and id == id and position_of(root, id)
  if position then
    return position
  end
  id = records.check_id(id, what)
  if type(id) == "string" then
    local file, line = where()
    py.registry_expect(what, id, file, line, (string.gsub(root.takes or "", ",", "\0")))
  elseif root.takes and not find("," .. root.takes .. ",", "," .. handles.open(id) .. ",", 1, true) then
    raise(format('%s is a %s: root pool "%s" takes none', what, handles.open(id), root.name))
  end
  return id
end

local function check_entries(root, list, what)
  local found = {}
  if list ~= nil then
    config.each_entry(list, what .. ": config", function(id, mass, place)
      found[#found + 1] = { id = check_id(root, id, place), mass = mass or 1 }
    end)
  end
  return found
end

-- Registers a root pool. extra: `numbers` and `takes`, see above.
function M.register_root(mod, name, items, infinite, extra)
  paths.check_name(name, "registerRootPool: the name")
  local known = by_name[name]
  if known then
    raise(format('registerRootPool: there is a root pool "%s" already: %s', name, who(known.place)))
  elseif not is_table(items) or getmetatable(items) and not proxies.original(items) then
    raise(format('registerRootPool("%s"): the items are %s: must be a plain list', name, shown(items)))
  end
  local root = {
    name = name, items = items, infinite = infinite, place = place_of(mod),
    numbers = extra and extra.numbers, takes = extra and extra.takes,
  }
  add_root(root)
  done[#done + 1] = { mod = mod.id, root = root }
end

local function register(mod, path, last, name, list)
  local what = format('registerSubpool("%s")', path.text)
  refuse_tilda(path, "registerSubpool")
  local found = nodes_at(path, last, "registerSubpool")
  local rule = {
    makes = true, path = path, last = last, name = name, entries = check_entries(found[1].root, list, what),
    place = place_of(mod),
  }
  local known = name and not path.star and found[1].children[name]
  if known then
    raise(format('registerSubpool: there is a subpool "%s" already: %s', known.path, who(known.place)))
  end
  add_rule(rule, found, what)
  done[#done + 1] = { mod = mod.id, rule = rule }
end

-- Registers the subpool that the last segment of a path names.
function M.register_path(mod, text, list)
  local path = paths.parse(text, "registerSubpool")
  local last = #path
  local name = path[last]
  if last == 0 then
    raise(format('registerSubpool: the path "%s" is that of a root pool: must go on with the name of the new subpool', text))
  end
  refuse_tilda(path, "registerSubpool")
  paths.check_name(name, format('registerSubpool: the last segment of "%s"', text))
  -- Only stars before the name make a rule.
  path[last] = nil
  register(mod, path, last - 1, name, list)
end

-- Registers a subpool by the path of its parents; without a name it goes by its number.
function M.register_below(mod, text, name, list)
  local path = paths.parse(text, "registerSubpool")
  if name ~= nil then
    paths.check_name(name, "registerSubpool: the name")
  end
  register(mod, path, #path, name, list)
end

function M.add(mod, text, id, mass)
  local path = paths.parse(text, "addToSubpool")
  refuse_tilda(path, "addToSubpool")
  local root = find_root(path, "addToSubpool")
  if #path == 0 then
    raise(format('addToSubpool: cannot add to the root pool "%s": it holds all there is', root.name))
  end
  local found, what = nodes_at(path, #path, "addToSubpool"), format('addToSubpool("%s")', text)
  local entry = { id = check_id(root, id, what .. ": the id"), mass = 1 }
  if mass ~= nil then
    entry.mass = records.check_mass(mass, what .. ": the mass")
  end
  local rule = { path = path, last = #path, entries = { entry }, place = place_of(mod) }
  add_rule(rule, found, what)
  done[#done + 1] = { mod = mod.id, rule = rule }
end

-- What is current at a depth of a root; nil when nothing is.
function M.current(root, depth)
  return currents[root.name] and currents[root.name][depth]
end

function M.set_current(name, depth, segment)
  local root = M.root_named(name, "setCurrent")
  local whole = math_type(depth) and tointeger(depth)
  if not whole or whole < 1 or whole > paths.MOST_SEGMENTS then
    raise(format("setCurrent: the depth is %s: must be a whole number from 1 to %d", shown(depth), paths.MOST_SEGMENTS))
  end
  local level = root.levels[whole] or { names = {}, most = 0 }
  local number = math_type(segment) and tointeger(segment)
  if segment ~= nil and not level.names[segment] and not (number and number >= 1 and number <= level.most) then
    raise_unknown(format('setCurrent: no subpool of "%s" at depth %d is %s', name, whole, shown(segment)), segment,
      level.names)
  end
  currents[root.name] = currents[root.name] or {}
  currents[root.name][whole] = number or segment
end

-- For saves: root name -> depth -> what is current there, of what a game has set; and lets that be so.
function M.currents()
  local found = {}
  for name, depths in next, currents do
    for depth, segment in next, depths do
      local before = loaded_currents and loaded_currents[name] and loaded_currents[name][depth]
      if segment ~= before then
        found[name] = found[name] or {}
        found[name][depth] = segment
      end
    end
  end
  return found
end

-- Lets a segment be current that was so in a save; whether it could.
function M.set_again(name, depth, segment)
  local root = by_name[name]
  local level = root and root.levels[depth]
  local number = math_type(segment)
  if not level or not (number and segment >= 1 and segment <= level.most or not number and level.names[segment]) then
    return false
  end
  currents[name] = currents[name] or {}
  currents[name][depth] = segment
  return true
end

-- Lets segments stand where a path has a ~: what `setting(root, depth)` gives, with what that is called, or what is
-- current.
local function fill_tildas(path, root, setting, what)
  for i = 1, path.tilda and #path or 0 do
    if path[i] == "~" then
      local value, called
      if setting then
        value, called = setting(root, i)
      end
      if value ~= nil then
        local number = math_type(value) and tointeger(value)
        if not number and (type(value) ~= "string" or value == "*" or value == "~") then
          raise(format('%s: %s is %s: must be the name or the number of a subpool, for the ~ in "%s"', what, called,
            shown(value), path.text))
        end
        path[i] = number or value
        path.meant = path.meant or {}
        path.meant[i] = format(", where ~ is %s, %s", called, shown(value))
      else
        path[i] = M.current(root, i)
      end
      if path[i] == nil then
        raise(format('%s: the path "%s" has a ~ at depth %d, and nothing is current there: Pools.setCurrent("%s", %d, name) '
          .. "sets it", what, path.text, i, root.name, i))
      end
    end
  end
end

-- The nodes that a path with stars and tildas means.
function M.find(text, what)
  local path = paths.parse(text, what)
  fill_tildas(path, find_root(path, what), nil, what)
  return nodes_at(path, #path, what)
end

-- The node a draw means, and its path; `setting` as in fill_tildas.
function M.locate(text, setting, what)
  local path = paths.parse(text, what)
  if path.star or path.root == "*" then
    raise(format('%s: the path "%s" has a *: a draw is from one pool', what, text))
  end
  fill_tildas(path, find_root(path, what), setting, what)
  return nodes_at(path, #path, what)[1], path
end

local function copied(settings)
  local copy = {}
  for name, levels in next, settings do
    copy[name] = {}
    for depth, segment in next, levels do
      copy[name][depth] = segment
    end
  end
  return copy
end

-- Everything that was done in a game is forgotten when the next begins.
function M.new_game()
  if not loaded then
    loaded, loaded_currents = #done, copied(currents)
  elseif nodes.is_broken or #done > loaded then
    build_again(function(i)
      return i <= loaded
    end)
  end
  currents = copied(loaded_currents)
end

-- Forgets what a mod that failed did, and what others built on it.
function M.forget(mod)
  build_again(function(_, change)
    return change.mod ~= mod.id
  end)
end

return M
