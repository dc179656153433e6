-- IItem: the methods of items.

local import = ...
local arguments = import "areas/arguments"
local instance_classes = import "areas/instance_classes"
local loose_items = import "areas/object/loose_items"
local object = import "areas/object/object"
local objects = import "areas/object/object_states"
local text = import "core/sandbox/text"

local methods = {}

function methods.remove(self, amount)
  local state = objects.of(self, "remove")
  local fields = state.fields
  local count = amount == nil and fields.amount or arguments.read_integer(amount, "IItem:remove: amount")
  loose_items.set_amount(state, fields.amount > count and fields.amount - count or 0)
  if fields.amount == 0 then
    object.methods.remove_ownership(self)
  end
end

function methods.build_name(self, amount)
  local fields = objects.of(self, "build_name").fields
  amount = amount == nil and fields.amount or amount
  local name = text.tostring(fields.name)
  return amount == 1 and name or text.tostring(amount) .. " " .. name
end

instance_classes.add_methods(objects.methods["base.item"], { "ILocation", "ICarrier", "IItem" },
  methods, object.methods, import("areas/object/carrier").methods)

return { methods = methods }
