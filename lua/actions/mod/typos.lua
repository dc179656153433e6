-- Names that are almost right, in the tables in which mods describe entities, items and statuses.

local import = ...
local class = import "actions/class"
local typos = import "core/typos"
local stat_types = import "actions/stats/stat_types"

local concat = table.concat
local ipairs, next, type = ipairs, next, type

local M = {}

-- The names of the attributes of a stat.
local function attributes(definition, list)
  list = list or {}
  for _, attribute in ipairs(definition.attributes) do
    list[#list + 1] = attribute[1]
  end
  return list
end

-- What is found under a key of baseModifiers: names by key.
local function keys()
  local found = { hp = { "amount" }, resistance = {} }
  for _, definition in next, stat_types.definitions do
    for _, key in next, { definition.key, definition.fallback } do
      found[key] = attributes(definition, found[key])
    end
  end
  return found
end

-- Tables that were looked at.
local seen = setmetatable({}, { __mode = "k" })

-- Looks, once, at the baseModifiers of a class of entities.
function M.modifiers(of, modifiers)
  if seen[modifiers] then
    return
  end
  seen[modifiers] = true
  local known = keys()
  local what, file, line = class.name(of) .. ".baseModifiers", class.place(of)
  typos.check(modifiers, typos.set(known), what, file, line)
  for key, names in next, known do
    local given = modifiers[key]
    if type(given) == "table" then
      typos.check(given, typos.names(concat(names, " ")), what .. "." .. key, file, line)
    end
  end
end

-- Looks at the name of an attribute of a stat.
function M.attribute(number, name, what)
  local definition = stat_types.definitions[number]
  if definition and definition.how ~= "NUMBER" then
    typos.name(name, typos.names(concat(attributes(definition), " ")), what .. " " .. definition.name)
  end
end

-- Looks at the fields of an instance of a class of the host, and at those of the class that the mod made of it; `more` are
-- the names of fields that have no default.
function M.fields(instance, of_host, more, what)
  local known = typos.set(of_host)
  for name in more:gmatch "%S+" do
    known[name] = true
  end
  known[1] = known[1] .. "," .. more:gsub("%s+", ",")
  local of = class.of(instance)
  local file, line = class.place(of)
  typos.check(instance, known, what, file, line)
  if class.owner(of) then
    typos.check(of, known, what, file, line)
  end
  typos.look(instance.glyph, instance.colour, what, file, line)
end

M.look = typos.look

return M
