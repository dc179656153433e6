-- Carriers: charas, and items that hold others.

local import = ...
local iterators = import "areas/iterator/instances"
local objects = import "areas/object/instances"
local placing = import "areas/object/placement"

local ipairs, rawequal = ipairs, rawequal
local METHODS, known, of = objects.METHODS, objects.known, objects.of
local detach, give = placing.detach, placing.give

local M = {}

for _, methods in ipairs { METHODS["base.chara"], METHODS["base.item"] } do
  function methods.take_object(self, object)
    of(self, "take_object")
    local own = of(object, "take_object: its argument")
    if own.kind ~= "base.item" then
      return nil
    end
    give(own, self)
    return object
  end
  methods.take_item = methods.take_object

  function methods.remove_object(self, object)
    of(self, "remove_object")
    local own = of(object, "remove_object: its argument")
    if not rawequal(own.inside, self) then
      return nil
    end
    detach(own)
    return object
  end

  function methods.has_object(self, object)
    of(self, "has_object")
    return known[object] ~= nil and rawequal(known[object].inside, self)
  end

  function methods.iter_inventory(self)
    local list = {}
    for i, object in ipairs(of(self, "iter_inventory").carried or {}) do
      list[i] = object
    end
    return iterators.of_list(list)
  end
  methods.iter, methods.iter_items = methods.iter_inventory, methods.iter_inventory

  function methods.find_item(self, id)
    for _, object in ipairs(of(self, "find_item").carried or {}) do
      if known[object].record.id == id then
        return object
      end
    end
  end
end

return M
