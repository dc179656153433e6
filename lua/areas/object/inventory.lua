-- The class Inventory: a container of objects of one type that a mod keeps, such as a chest. It lies on no map.

local import = ...
local arguments = import "areas/arguments"
local carrier = import "areas/object/carrier"
local classes = import "areas/language/class"
local instance_classes = import "areas/instance_classes"
local mod_tables = import "areas/save/mod_tables"
local object = import "areas/object/object"
local objects = import "areas/object/object_states"
local signatures = import "core/border/signatures"

local KIND = "base.inventory"
local MAX_CAPACITY = 5000

local of = objects.of

local methods = { contains = carrier.methods.has_object }

function methods.len(self)
  return #(of(self, "len").carried or {})
end

function methods.free_slots(self)
  return math.max(0, self:get_max_capacity() - methods.len(self))
end

function methods.is_full(self)
  return methods.free_slots(self) == 0
end

function methods.sorted_by(self, compare)
  return self:iter():into_sorted(compare)
end

-- Functions that read and set a field: the end of their names -> whether it may be nil.
for name, is_optional in next, { max_capacity = false, max_item_weight = true } do
  methods["get_" .. name] = function(self)
    local value = of(self, "get_" .. name).fields[name]
    return (is_optional or arguments.is_finite(value)) and value or not is_optional and MAX_CAPACITY or nil
  end
  methods["set_" .. name] = function(self, value)
    of(self, "set_" .. name).fields[name] = value
  end
end

instance_classes.add_methods(objects.methods[KIND], { "ILocation", "ICarrier", "Inventory" }, methods, object.methods,
  carrier.methods)

local Inventory = {}

function Inventory.new(_, max, kind, owner)
  local inventory, state = objects.make(objects.containers[KIND])
  state.fields.max_capacity, state.fields.type = max == nil and 200 or max, kind == nil and "base.item" or kind
  state.fields.owner = owner
  return inventory
end

-- The inventories of the game, id -> inventory.
local function saved_inventories()
  local base = mod_tables.table_of "base"
  if type(base.inventories) ~= "table" or debug.getmetatable(base.inventories) then
    base.inventories = {}
  end
  return base.inventories
end

function Inventory.create(id)
  local inventory = Inventory:new()
  saved_inventories()[id] = inventory
  return inventory
end

function Inventory.get_or_create(id)
  local inventory = saved_inventories()[id]
  return objects.is(inventory, KIND) and inventory or Inventory.create(id)
end

signatures.apply("areas", "Inventory", Inventory)
local front = classes.front("Inventory", "class", function(value)
  return objects.is(value, KIND)
end, Inventory)
objects.interfaces[KIND] = front

return front
