-- IItem: the methods of items.

local import = ...
local arguments = import "areas/arguments"
local errors = import "core/errors"
local object = import "areas/object/object"
local objects = import "areas/object/instances"
local signatures = import "core/border/signatures"

local methods = {}

function methods.remove(self, amount)
  local fields = objects.of(self, "remove").fields
  local count = amount == nil and fields.amount or arguments.read_integer(amount, "IItem:remove: amount")
  if count < 0 then
    errors.fail("IItem:remove: amount is %d: must be 0 or more", count)
  end
  fields.amount = fields.amount > count and fields.amount - count or 0
  if fields.amount == 0 then
    object.methods.remove_ownership(self)
  end
end

local all_methods = arguments.merge(methods, object.methods, import("areas/object/carrier").methods)
for _, name in next, { "ILocation", "ICarrier", "IItem" } do
  signatures.apply("areas", name, all_methods)
end
objects.set_methods("base.item", all_methods)

return { methods = all_methods }
