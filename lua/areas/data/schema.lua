-- The types of data of the host, such as base.chara. Their fields are declared in areas/api/data_types.

local import, py = ...
local checkers = import "core/border/checkers"
local registry = import "areas/data/registry"
local types = import "areas/data/types"

local atoms, make = checkers.atoms, import "core/border/checker_makers"

local M = {}

-- The types whose entries are unique areas.
M.UNIQUE = { "base.unique_area", "base.area_archetype", "base.unique_map" }

local optional, id = make.optional, registry.id_checker

-- A handler in an entry: { id or _id, name, callback, priority }.
local event_id = id "base.event"
local handler = make.all(make.fields_strict {
  id = optional(atoms.string), _id = optional(atoms.string), name = atoms.string, callback = checkers.callback,
  priority = optional(atoms.number),
}, checkers.define("handler", function(value, path, faults)
  if type(value) ~= "table" then
    return
  end
  local event = value.id == nil and value._id or value.id
  if event == nil then
    checkers.fault(faults, checkers.step(path, "id"), nil, "must be the id of a base.event")
  elseif not registry.renamed_events[event] then
    checkers.run(event_id, event, checkers.step(path, value.id == nil and "_id" or "id"), faults)
  end
end))
local handlers = optional(make.list(handler))

-- The id of a unique area of any type.
local unique_id = checkers.define("unique area", function(value, path, faults)
  for _, type_name in ipairs(M.UNIQUE) do
    if registry.find(type_name, value) then
      return
    end
  end
  checkers.run(id "base.unique_area", value, path, faults)
end)

-- The params of objects of an entry.
local params = optional(make.map(atoms.string, make.some(atoms.type, make.fields {
  type = optional(atoms.type), default = atoms.any,
})))

-- Checkers of fields by name, or by type and name, where a field must be more than its declared type says.
local CHECKERS = {
  archetype = optional(id "base.map_archetype"),
  area_generator = optional(id "base.area_generator"),
  color = optional(atoms.color),
  data_type = optional(atoms.data_type_id),
  events = handlers,
  _events = handlers,
  fields = make.list(make.fields { name = atoms.string, type = optional(atoms.type), default = atoms.any }),
  floors = optional(make.map(atoms.int, id "base.map_archetype")),
  ["data_ext.fields"] = make.list(make.fields {
    name = atoms.string, default = atoms.any,
    type = optional(make.some(atoms.type, make.literal(
      "nil", "boolean", "number", "string", "table", "function", "userdata", "thread"))),
  }),
  ["mef.events"] = handlers, ["mef._events"] = handlers, ["activity.events"] = handlers,
  ["activity._events"] = handlers,
  ["feat.params"] = params, ["mef.params"] = params, ["activity.params"] = params,
  parent_area = optional(make.fields_strict {
    _id = unique_id, on_floor = optional(atoms.int), x = atoms.int, y = atoms.int, starting_floor = optional(atoms.int),
  }),
  parent_map = optional(unique_id),
}

-- The checker of a declared type (see core/border/types).
local function checker_of(declared)
  if declared == "integer" then
    return atoms.int
  elseif declared == "Type" then
    return atoms.type
  elseif type(declared) == "string" then
    return atoms[declared]
  elseif declared[1] == "word" then
    return make.literal(declared[2])
  end
  local parts = {}
  for i = 2, #declared do
    parts[i - 1] = checker_of(declared[i])
  end
  return make[declared[1] == "union" and "some" or declared[1]](table.unpack(parts))
end

-- For a field of any type that an entry must have.
local present = checkers.define("present", function(value, path, faults)
  if value == nil then
    checkers.fault(faults, path, nil, "must be given")
  end
end)

-- Adds the type `base.NAME`. The declared fields of any type of an open type are required.
local function add_type(name, is_open)
  local record = py.declared_record("areas", "base." .. name)
  local options = { name = name, validation = record.manner == "strict" and "strict" or "permissive", fields = {} }
  for i, field in ipairs(record.fields) do
    local field_name, declared = field[1], field[2]
    options.fields[i] = {
      name = field_name,
      type = is_open and declared == "any" and present or CHECKERS[name .. "." .. field_name]
        or not is_open and CHECKERS[field_name] or checker_of(declared),
    }
  end
  types.add_type(registry.HOST, options, "host", 0)
end

for name in string.gmatch([[
  event data_ext config_option map_tile chara item feat map_archetype area_generator unique_area unique_map
  area_archetype
]], "%S+") do
  add_type(name)
end

-- Types whose entries the host keeps for mods and does not interpret. Few mods use many of them, so each is added when
-- it is first used.
for name in string.gmatch([[
  mef race effect activity body_part enchantment ego_enchantment enchantment_skill trait sound music ui_indicator
  scenario theme theme_transform chip ai_action tone portrait keybind pcc_part damage_reaction language
  config_option_type auto_turn_anim equipment_type loot_type trait_indicator journal_page item_type class element
  ego_minor_enchantment ammo_enchantment skill asset talk_event role config_menu
]], "%S+") do
  registry.add_pending("base." .. name, function()
    add_type(name, true)
  end)
end

return M
