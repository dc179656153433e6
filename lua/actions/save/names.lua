-- The names by which a save finds classes, items, statuses and tinkers of mods again.

local import = ...
local class = import "actions/class"
local content = import "core/game/content"
local creatures = import "actions/world/creatures"
local loader = import "core/loader"
local registry = import "actions/mod/registry"
local stat_types = import "actions/stats/stat_types"
local tinkers = import "actions/tinkers/tinker"

local M = {}

-- The name of a class: "r" and the id of a registered class; "m" and the id of a monster type; "c", mod, NUL and name;
-- or "h" and the name of a class of the host. Nil when the class is not the only one of its name.
function M.of_class(named_class)
  local id = registry.registered(named_class)
  if id then
    return "r" .. id
  end
  local monster = creatures.type_id(named_class)
  if monster then
    return "m" .. monster
  end
  local mod, name = class.owner(named_class), class.name(named_class)
  if class.named(mod, name) == named_class then
    return mod and "c" .. mod.id .. "\0" .. name or "h" .. name
  end
end

-- First letter of the name of a class → function that finds the class by the rest.
local finders = {
  r = function(id) return content.entities[content.entity_numbers[id]] end,
  m = creatures.find_class,
  h = function(name) return class.named(nil, name) end,
  c = function(rest)
    local id, name = string.match(rest, "^(.-)%z(.*)$")
    return loader.mods[id] and class.named(loader.mods[id], name)
  end,
}

function M.find_class(name)
  local find = finders[string.sub(name, 1, 1)]
  return find and find(string.sub(name, 2))
end

function M.find_item(id)
  return content.items[content.item_numbers[id]]
end

function M.find_status(name)
  local number = stat_types.status_types[name]
  return number and stat_types.statuses[number].status
end

-- Names of statuses; and of tinkers: "i" and its item, "s" and its status, or "p" and the source location where a mod
-- made it. `reset` lists them.
local names = {}

function M.reset()
  names = {}
  for _, entry in ipairs(stat_types.statuses) do
    names[entry.status], names[entry.status.tinker or names] = entry.name, "s" .. entry.name
  end
  for _, item in ipairs(content.items) do
    names[item.tinker or names] = "i" .. registry.item_name(item)
  end
end

function M.of_status(status)
  return names[status]
end

function M.of_tinker(tinker)
  local location = tinkers.location(tinker)
  return names[tinker] or location and "p" .. location
end

function M.find_tinker(name)
  local kind, rest = string.sub(name, 1, 1), string.sub(name, 2)
  if kind == "p" then
    return tinkers.at(rest)
  end
  local owner = kind == "i" and M.find_item(rest) or kind == "s" and M.find_status(rest)
  return owner and owner.tinker
end

return M
