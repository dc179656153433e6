-- The names by which a save finds classes, items, statuses and tinkers of mods again.

local import = ...
local class = import "actions/class"
local creatures = import "actions/world/creatures"
local loader = import "core/loader"
local registry = import "actions/mod/registry"
local stat_types = import "actions/stats/stat_types"
local tinkers = import "actions/tinkers/tinker"

local ipairs, match, setmetatable = ipairs, string.match, setmetatable

local M = {}

-- tinker → its name.
local tinker_names = setmetatable({}, { __mode = "k" })

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

function M.find_class(name)
  local kind, rest = match(name, "^(.)(.*)$")
  if kind == "r" then
    return registry.find_entity(rest)
  elseif kind == "m" then
    return creatures.find_class(rest)
  elseif kind == "h" then
    return class.named(nil, rest)
  elseif kind == "c" then
    local id, own = match(rest, "^(.-)%z(.*)$")
    local mod = id and loader.mods[id]
    return mod and class.named(mod, own)
  end
end

function M.find_item(id)
  return (registry.find_item(id))
end

function M.of_status(status)
  for _, entry in ipairs(stat_types.statuses) do
    if entry.status == status then
      return entry.name
    end
  end
end

function M.find_status(name)
  local number = stat_types.status_types[name]
  return number and stat_types.statuses[number].status
end

-- The name of a tinker: "i" and its item, "s" and its status, or "p" and the source location where a mod made it.
local function find_name(tinker)
  for _, item in registry.items() do
    if item.tinker == tinker then
      return "i" .. registry.item_name(item)
    end
  end
  for _, entry in ipairs(stat_types.statuses) do
    if entry.status.tinker == tinker then
      return "s" .. entry.name
    end
  end
  local place = tinkers.place(tinker)
  return place and "p" .. place
end

function M.of_tinker(tinker)
  local name = tinker_names[tinker]
  -- An item or a status may have got another tinker since.
  if not name or M.find_tinker(name) ~= tinker then
    name = find_name(tinker)
    tinker_names[tinker] = name
  end
  return name
end

function M.find_tinker(name)
  local kind, rest = match(name, "^(.)(.*)$")
  if kind == "p" then
    return tinkers.at(rest)
  end
  local owner = kind == "i" and M.find_item(rest) or kind == "s" and M.find_status(rest)
  return owner and owner.tinker
end

return M
