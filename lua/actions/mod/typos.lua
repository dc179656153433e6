-- Warnings about misspelled names in the tables with which mods describe entities, items and statuses.

local import = ...
local class = import "actions/class"
local stat_types = import "actions/stats/stat_types"
local typos = import "core/typos"

local M = {}

-- Adds the names of the attributes of a stat to a list. A class of effects that cannot be right is refused when it is
-- used, not for an entity that has other stats.
local function add_attributes(list, definition)
  local attributes = definition.effect and definition.effect.modifier or definition.attributes
  for _, attribute in ipairs(type(attributes) == "table" and attributes or {}) do
    list[#list + 1] = type(attribute) == "table" and type(attribute[1]) == "string" and attribute[1] or nil
  end
  return list
end

-- Key of baseModifiers -> list of the names that it may hold.
local function valid_keys()
  local keys = { hp = { "amount" }, resistance = {} }
  for _, definition in next, stat_types.definitions do
    for _, key in next, { definition.key, definition.fallback } do
      keys[key] = add_attributes(keys[key] or {}, definition)
    end
  end
  return keys
end

-- Tables of baseModifiers that were checked.
local checked = setmetatable({}, { __mode = "k" })

-- Checks the baseModifiers of a class of entities, once. `by` says who may have filled them, for one of another mod.
function M.check_modifiers(entity_class, modifiers, by)
  if checked[modifiers] then
    return
  end
  checked[modifiers] = true
  local keys = valid_keys()
  local title, file, line = class.name(entity_class) .. ".baseModifiers", class.location(entity_class)
  if by then
    -- No line is known of what another mod fills.
    file, line = nil, nil
  end
  by = by or ""
  typos.check(modifiers, typos.set(keys), title .. by, file, line)
  for key, names in next, keys do
    local values = modifiers[key]
    if type(values) == "table" then
      typos.check(values, typos.names(table.concat(names, " ")), title .. "." .. key .. by, file, line)
    end
  end
end

-- Checks the name of an attribute of a stat, or the names in a table of amounts.
function M.check_attribute(number, name, title)
  local definition = stat_types.definitions[number]
  if not definition then
    return
  end
  local names = typos.names(table.concat(add_attributes({}, definition), " "))
  if type(name) == "table" then
    typos.check(class.raw(name), names, title .. " " .. definition.name)
  elseif definition.how ~= stat_types.HowToReturn.NUMBER then
    typos.name(name, names, title .. " " .. definition.name)
  end
end

-- Checks the fields of an instance, and the fields of its class if a mod created the class. Valid fields are the fields
-- of `host_class`, which have defaults, and the names in `more`.
function M.check_fields(instance, host_class, more, title)
  local names = typos.names(typos.set(host_class)[1]:gsub("%z", " ") .. " " .. more)
  local own_class = class.of(instance)
  local file, line = class.location(own_class)
  typos.check(instance, names, title, file, line)
  if class.owner(own_class) then
    typos.check(own_class, names, title, file, line)
  end
  typos.look(instance.glyph, instance.colour, title, file, line)
end

return M
