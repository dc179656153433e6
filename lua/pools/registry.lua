-- The pools that mods register: roots, subpools, and what lies in them. Stars are rules, which hold for what exists and
-- for what comes later.

local import, py = ...
local blame = import "host/blame"
local config = import "pools/config"
local paths = import "pools/paths"
local records = import "pools/records"
local views = import "host/views"

local finish, raise, where = blame.finish, blame.raise, blame.where
local shown = import("host/text").shown
local concat, format, sort = table.concat, string.format, table.sort
local ipairs, next, pcall, rawlen, setmetatable, type = ipairs, next, pcall, rawlen, setmetatable, type
local math_type = math.type
local is_table = import("host/kept").is_table

local M = {}

local MOST_NODES, MOST_ENTRIES = 10000, 1000000

-- Roots in order, and by name. A root: name, number, items (a list, or a view of one), infinite, top (a node), currents
-- (depth -> segment), rules.
-- A node: path, name (nil when it goes by its number), number, parent, children (a list and by name), entries, root, and
-- place, which is who made it: mod, file and line. An entry: id, mass, place. A rule: path (of the parents or of the nodes
-- themselves), name and entries.
local roots, by_name = {}, {}
local nodes, entries = 0, 0
M.roots = roots

-- Goes up whenever a root or a node changes, and nothing else.
M.version = 0

-- What was done, in order: { do = name, … its arguments }, and how much of it while mods loaded.
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
  finish(py.unknown_name(message, type(name) == "string" and name or "", concat(list, "\n")))
end

local function find_root(path, what)
  local root = by_name[path.root]
  if not root then
    raise_unknown(format('%s: there is no root pool "%s" (path "%s")', what, path.root, path.text), path.root, by_name)
  end
  return root
end

local function refuse_tilda(path, what)
  if path.tilda then
    raise(format('%s: the path "%s" has a ~: it stands for what is current in a draw and means nothing here', what,
      path.text))
  end
end

-- The nodes that `path` means up to its segment `last`. A segment that is nowhere is an error.
local function nodes_at(path, last, what)
  local found = { find_root(path, what).top }
  for i = 1, last do
    local segment, below, names = path[i], {}, {}
    for _, node in ipairs(found) do
      if segment == "*" then
        for _, child in ipairs(node.children) do
          below[#below + 1] = child
        end
      else
        below[#below + 1] = node.children[segment]
        for name, child in next, node.children do
          names[name] = child
        end
      end
    end
    if not below[1] then
      local parent = paths.up_to(path, i - 1)
      if segment == "*" then
        raise(format('%s: "%s" has no subpools for the * in "%s"', what, parent, path.text))
      end
      raise_unknown(format('%s: "%s" has no subpool %s (path "%s")', what, parent, shown(segment), path.text), segment, names)
    end
    found = below
  end
  return found
end

-- Whether the segments of a rule mean a node.
local function means(path, last, node)
  for i = last, 1, -1 do
    if not node.parent or path[i] ~= "*" and path[i] ~= node.name and path[i] ~= node.number then
      return false
    end
    node = node.parent
  end
  return node.parent == nil
end

local function add_entries(node, list, place)
  for _, entry in ipairs(list) do
    node.entries[#node.entries + 1] = { id = entry.id, mass = entry.mass, place = place }
  end
  entries = entries + #list
  if entries > MOST_ENTRIES then
    raise(format("the pools hold more than %d entries", MOST_ENTRIES))
  end
end

local apply

local function new_node(root, parent, name, place)
  local number = #parent.children + 1
  local node = {
    path = parent.path .. "." .. (name or number), name = name, number = number, parent = parent, root = root,
    children = {}, entries = {}, place = place, depth = parent.depth + 1,
  }
  parent.children[number] = node
  if name then
    parent.children[name] = node
  end
  nodes = nodes + 1
  if nodes > MOST_NODES then
    raise(format("there are more than %d subpools", MOST_NODES))
  end
  for _, rule in ipairs(root.rules) do
    if means(rule.path, rule.last, node) then
      apply(rule, node)
    end
  end
  return node
end

function apply(rule, node)
  if rule.makes then
    local child = rule.name and node.children[rule.name] or new_node(node.root, node, rule.name, rule.place)
    add_entries(child, rule.entries, rule.place)
  else
    add_entries(node, rule.entries, rule.place)
  end
end

-- What changes the registry, from arguments that have been checked; done anew when a game is forgotten.
local changes = {}

function changes.root(name, items, infinite, place)
  local root = { name = name, number = #roots + 1, items = items, infinite = infinite, currents = {}, rules = {}, place = place }
  root.top = { path = name, children = {}, entries = {}, root = root, place = place, depth = 0 }
  roots[#roots + 1], by_name[name] = root, root
end

function changes.rule(rule)
  M.version = M.version + 1
  local root = by_name[rule.path.root]
  for _, node in ipairs(nodes_at(rule.path, rule.last, "")) do
    apply(rule, node)
  end
  if rule.path.star then
    root.rules[#root.rules + 1] = rule
  end
end

function changes.current(name, depth, segment)
  by_name[name].currents[depth] = segment
end

local function forget_all()
  for name in next, by_name do
    by_name[name] = nil
  end
  for i = #roots, 1, -1 do
    roots[i] = nil
  end
  nodes, entries = 0, 0
  M.version = M.version + 1
end

-- Does again what `keep` says may stay, and can.
local function do_again(keep)
  local before, still_loaded = done, 0
  done = {}
  forget_all()
  for i, change in ipairs(before) do
    if keep(i, change) and pcall(changes[change[1]], change[2], change[3], change[4], change[5]) then
      done[#done + 1] = change
      if loaded and i <= loaded then
        still_loaded = still_loaded + 1
      end
    end
  end
  loaded = loaded and still_loaded
end

local function change(mod, ...)
  local before = #done
  done[before + 1] = { ... }
  done[before + 1].mod = mod.id
  local ok <close> = setmetatable({}, {
    __close = function(_, failed)
      if failed ~= nil then
        -- A bad call changes nothing.
        do_again(function(i)
          return i <= before
        end)
      end
    end,
  })
  local name, a, b, c, d = ...
  changes[name](a, b, c, d)
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
  return rawlen(views.original(root.items) or root.items)
end

-- What stands for an element of the list of a root: `id` as it is, checked.
local function check_id(root, id, what)
  id = records.check_id(id, what)
  if type(id) == "number" then
    local count = M.count_items(root)
    if id < 1 or id > count then
      raise(format('%s is %d: root pool "%s" has %s', what, id, root.name,
        count == 0 and "nothing in it yet" or "the ids 1 to " .. count))
    end
  elseif type(id) == "string" then
    local file, line = where()
    finish(py.refer(what, id, file, line))
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

function M.root_named(name, what)
  if type(name) ~= "string" then
    raise(format("%s: the root is %s: must be the name of one", what, shown(name)))
  end
  return find_root({ root = name, text = name }, what)
end

-- Registers a root pool.
function M.register_root(mod, name, items, infinite)
  paths.check_name(name, "registerRootPool: the name")
  local known = by_name[name]
  if known then
    raise(format('registerRootPool: there is a root pool "%s" already: %s', name, who(known.place)))
  elseif not is_table(items) then
    raise(format("registerRootPool: the items are %s: must be a list", shown(items)))
  end
  change(mod, "root", name, items, infinite, place_of(mod))
end

local function register(mod, path, last, name, list)
  local what = "registerSubpool"
  refuse_tilda(path, what)
  local found = nodes_at(path, last, what)
  local root = found[1].root
  local rule = {
    makes = true, path = path, last = last, name = name, entries = check_entries(root, list, what), place = place_of(mod),
  }
  local known = name and not path.star and found[1].children[name]
  if known then
    raise(format('%s: there is a subpool "%s" already: %s', what, known.path, who(known.place)))
  end
  change(mod, "rule", rule)
end

-- Registers the subpool that the last segment of a path names.
function M.register_path(mod, text, list)
  local path = paths.parse(text, "registerSubpool")
  local last = #path
  local name = path[last]
  if last == 0 then
    raise(format('registerSubpool: "%s" is the path of a root pool: registerRootPool registers those', text))
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
  local what = "addToSubpool"
  local path = paths.parse(text, what)
  refuse_tilda(path, what)
  local root = find_root(path, what)
  if #path == 0 then
    raise(format('%s: cannot add to the root pool "%s": it holds all there is', what, root.name))
  end
  nodes_at(path, #path, what)
  local entry = { id = check_id(root, id, what .. ": the id"), mass = 1 }
  if mass ~= nil then
    entry.mass = records.check_mass(mass, what .. ": the mass")
  end
  change(mod, "rule", { path = path, last = #path, entries = { entry }, place = place_of(mod) })
end

function M.set_current(mod, name, depth, segment)
  local what = "setCurrent"
  local root = M.root_named(name, what)
  if math_type(depth) ~= "integer" or depth < 1 or depth > 16 then
    raise(format("%s: the depth is %s: must be a whole number from 1 to 16", what, shown(depth)))
  end
  if segment ~= nil then
    local known = {}
    local function look(node)
      for key, child in next, node.children do
        if node.depth + 1 == depth then
          known[key] = true
        elseif type(key) == "number" then
          look(child)
        end
      end
    end
    look(root.top)
    if not known[segment] then
      raise_unknown(format('%s: no subpool of "%s" at depth %d is %s', what, name, depth, shown(segment)), segment, known)
    end
  end
  change(mod, "current", name, depth, segment)
end

-- The node a draw means; `setting(root, depth)` gives what a ~ stands for, or nil for what is current anyway.
function M.locate(text, setting, what)
  local path = paths.parse(text, what)
  if path.star or path.root == "*" then
    raise(format('%s: the path "%s" has a *: a draw is from one pool', what, text))
  end
  local node = find_root(path, what).top
  for i = 1, #path do
    if path[i] == "~" then
      local root = node.root
      path[i] = setting and setting(root, i)
      if path[i] == nil then
        path[i] = root.currents[i]
      end
      if path[i] == nil then
        raise(format('%s: the path "%s" has a ~ at depth %d, and nothing is current there: Pools.setCurrent("%s", %d, name) '
          .. "sets it", what, text, i, root.name, i))
      end
    end
    node = nodes_at(path, i, what)[1]
  end
  return node, path
end

-- Everything that was done in a game is forgotten when the next begins.
function M.new_game()
  if not loaded then
    loaded = #done
  elseif #done > loaded then
    do_again(function(i)
      return i <= loaded
    end)
  end
end

-- Forgets what a mod that failed did, and what others built on it.
function M.forget(mod)
  do_again(function(_, change)
    return change.mod ~= mod.id
  end)
end

return M
