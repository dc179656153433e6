-- What mods have registered: roots, definitions of subpools, and rules, which are paths with stars, for present and
-- later subpools. Only limits of size are checked here.

local M = {}

local MAX_SUBPOOLS, MAX_ENTRIES = 10000, 1000000

-- Roots in order, and by name. A root: name, number, items (a list, or a read-only proxy of a list), numbers (id ->
-- position, when the elements have ids), takes (types of prototypes that it may hold besides, joined by commas; nil for
-- any), infinite, top (a definition), rules, levels (depth -> { names, most = the largest number of subpools }). A
-- definition of a subpool: path, name (nil when it has only a number), number, parent, depth, children (a list, also by
-- name), entries, root, and location (mod, file and line that registered it). An entry: id, mass, location. A rule:
-- path, last (how many of its segments name subpools), entries, and, when it creates subpools, makes and name.
M.roots, M.by_name = {}, {}
local subpool_count, entry_count = 0, 0

-- `version` changes with every root and every definition. `is_broken` is true when a change was not completed.
M.version, M.is_broken = 0, false

-- Finds the definitions that the first `last` segments of a path name. Returns nil, the position of the segment that
-- has no match, and the definitions that lack it when there are none. With `needs_all`, it returns the first definition
-- that lacks a segment, also when others have it.
function M.walk(root, path, last, needs_all)
  local matches = { root.top }
  for i = 1, last do
    local segment, below, lacking = path[i], {}, nil
    for _, definition in ipairs(matches) do
      if segment == "*" then
        table.move(definition.children, 1, #definition.children, #below + 1, below)
      elseif definition.children[segment] then
        below[#below + 1] = definition.children[segment]
      else
        lacking = lacking or definition
      end
    end
    if not below[1] or needs_all and lacking then
      return nil, i, below[1] and { lacking } or matches
    end
    matches = below
  end
  return matches
end

local function matches_path(definition, path, last)
  for i = last, 1, -1 do
    if not definition.parent or path[i] ~= "*" and path[i] ~= definition.name and path[i] ~= definition.number then
      return false
    end
    definition = definition.parent
  end
  return definition.parent == nil
end

local apply_rule

local function add_child(parent, rule)
  local number, depth, root = #parent.children + 1, parent.depth + 1, parent.root
  local definition = {
    path = parent.path .. "." .. (rule.name or number), name = rule.name, number = number, parent = parent, root = root,
    children = {}, entries = {}, location = rule.location, depth = depth,
  }
  subpool_count = subpool_count + 1
  parent.children[number] = definition
  local level = root.levels[depth] or { names = {}, most = 0 }
  root.levels[depth], level.most = level, math.max(level.most, number)
  if rule.name then
    parent.children[rule.name], level.names[rule.name] = definition, true
  end
  for _, earlier in ipairs(root.rules) do
    if matches_path(definition, earlier.path, earlier.last) then
      apply_rule(earlier, definition)
    end
  end
  return definition
end

function apply_rule(rule, definition)
  local target = definition
  if rule.makes then
    target = rule.name and definition.children[rule.name] or add_child(definition, rule)
  end
  for _, entry in ipairs(rule.entries) do
    target.entries[#target.entries + 1] = { id = entry.id, mass = entry.mass, location = rule.location }
  end
  entry_count = entry_count + #rule.entries
end

function M.add_root(root)
  root.number, root.rules, root.levels = #M.roots + 1, {}, {}
  root.top = { path = root.name, children = {}, entries = {}, root = root, location = root.location, depth = 0 }
  M.roots[root.number], M.by_name[root.name] = root, root
  M.version = M.version + 1
end

-- Applies a rule to the definitions that its path names now; a rule with stars is stored for later ones. Returns a
-- message when a limit is exceeded, and then the definitions are broken.
function M.add_rule(rule, matches)
  M.is_broken = true
  for _, definition in ipairs(matches) do
    apply_rule(rule, definition)
    if subpool_count > MAX_SUBPOOLS then
      return string.format("there would be more than %d subpools", MAX_SUBPOOLS)
    elseif entry_count > MAX_ENTRIES then
      return string.format("the pools would hold more than %d entries", MAX_ENTRIES)
    end
  end
  if rule.path.star then
    local rules = matches[1].root.rules
    rules[#rules + 1] = rule
  end
  M.set_complete()
end

-- Removes all definitions, which are broken until set_complete is called.
function M.clear()
  M.roots, M.by_name = {}, {}
  subpool_count, entry_count, M.is_broken = 0, 0, true
end

function M.set_complete()
  M.is_broken = false
  M.version = M.version + 1
end

return M
