-- The table `types`: checkers of values, for fields of data, params of feats and options. Those that take others,
-- such as `types.fields`, are made in core/border/checker_makers.

local import = ...
local arguments = import "areas/arguments"
local checkers = import "core/border/checkers"
local classes = import "areas/language/class"
local errors = import "core/errors"
local objects = import "areas/object/object_states"
local proxies = import "core/sandbox/proxies"
local registry = import "areas/data/registry"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local types = arguments.merge(checkers.atoms, import "core/border/checker_makers")

-- Which arguments a function takes cannot be seen before it is called, so a check would have nothing to compare.
types.callback = checkers.callback

function types.data_id(type_name)
  if not checkers.is_full_id(type_name) then
    errors.fail("types.data_id: kind is %s: must be the name of a type, such as base.item", text.shown(type_name))
  end
  return registry.id_checker(type_name)
end

function types.data_entry(type_name)
  return checkers.atom("data_entry", function(value)
    local entry = proxies.original(value) or value
    local record = type(entry) == "table" and registry.find(type_name, rawget(entry, "_id"))
    return record and record.entry == entry
  end, string.format("must be an entry of %s", text.tostring(type_name)))
end

function types.map_object(kind)
  return checkers.atom("map_object", function(value)
    return objects.is(value, kind ~= "any" and kind or nil)
  end, string.format("must be an object made of %s", text.tostring(kind)))
end

types["class"] = function(class)
  return checkers.atom("class", function(value)
    return classes.is_an(class, value)
  end, "must be an instance of that class")
end
types.interface = types["class"]
types.class_type = checkers.atom("class_type", classes.is_class, "must be a class")
types.interface_type = checkers.atom("interface_type", classes.is_interface, "must be an interface")

function types.check(value, checker)
  local faults = checkers.check(checker, value)
  if not faults[1] then
    return true
  end
  local lines = {}
  for i, fault in ipairs(faults) do
    lines[i] = checkers.sentence(fault) .. arguments.suggest(fault.word, fault.type or {})
  end
  return false, table.concat(lines, "\n")
end

function types.wrap(checker)
  return checker
end

return proxies.fixed("types", signatures.apply("areas", "types", types))
