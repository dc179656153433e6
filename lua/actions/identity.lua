-- How a save names what mods make of this dialect: classes, items, statuses, tinkers.

local import = ...
local class = import "actions/class"
local loader = import "core/loader"
local registry = import "actions/mod/registry"
local stat_types = import "actions/stats/stat_types"
local tinkers = import "actions/tinkers/tinker"

local ipairs, match, setmetatable = ipairs, string.match, setmetatable

local M = {}

-- tinker -> its name.
local tinker_names = setmetatable({}, { __mode = "k" })

-- The name of a class: "r" and the id under which it is registered, "c" with mod and name, "h" and the name of one of the
-- host. Nil when it has none by which it would be found again.
function M.of_class(made)
  local full = registry.registered(made)
  if full then
    return "r" .. full
  end
  local mod, name = class.owner(made), class.name(made)
  if class.named(mod, name) == made then
    return mod and "c" .. mod.id .. "\0" .. name or "h" .. name
  end
end

function M.find_class(name)
  local kind, rest = match(name, "^(.)(.*)$")
  if kind == "r" then
    return registry.find_entity(rest)
  elseif kind == "h" then
    return class.named(nil, rest)
  elseif kind == "c" then
    local id, own = match(rest, "^(.-)%z(.*)$")
    local mod = id and loader.mods[id]
    return mod and class.named(mod, own)
  end
end

function M.find_item(full)
  return (registry.find_item(full))
end

function M.of_status(status)
  for _, one in ipairs(stat_types.statuses) do
    if one.status == status then
      return one.name
    end
  end
end

function M.find_status(name)
  local number = stat_types.status_types[name]
  return number and stat_types.statuses[number].status
end

-- The name of a tinker: that of the item or the status whose it is, or the place where a mod made it while it loaded.
local function named(tinker)
  for _, item in registry.items() do
    if item.tinker == tinker then
      return "i" .. registry.item_name(item)
    end
  end
  for _, one in ipairs(stat_types.statuses) do
    if one.status.tinker == tinker then
      return "s" .. one.name
    end
  end
  local place = tinkers.place(tinker)
  return place and "p" .. place
end

function M.of_tinker(tinker)
  local name = tinker_names[tinker]
  -- Whose it was may have got another.
  if not name or M.find_tinker(name) ~= tinker then
    name = named(tinker)
    tinker_names[tinker] = name
  end
  return name
end

function M.find_tinker(name)
  local kind, rest = match(name, "^(.)(.*)$")
  local found
  if kind == "i" then
    found = M.find_item(rest)
  elseif kind == "s" then
    found = M.find_status(rest)
  elseif kind == "p" then
    return tinkers.at(rest)
  end
  return found and found.tinker
end

return M
