-- The interfaces of the host as mods see them: IChara, IMapObject, ILocation …

local import = ...
local classes = import "areas/language/class"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"

local function is_kind(kind)
  return function(value)
    return objects.is(value, kind)
  end
end

local accepts = {
  IFeat = is_kind "base.feat", IChara = is_kind "base.chara", IItem = is_kind "base.item",
  IObject = is_kind(), IMapObject = is_kind(), IOwned = is_kind(),
  ILocation = function(value)
    return maps.is(value) or objects.is_carrier(value)
  end,
  IEventEmitter = function(value)
    return maps.is(value) or objects.is(value)
  end,
}

local fronts = {}
for name, is_instance in next, accepts do
  fronts[name] = classes.front(name, "interface", is_instance, {})
end
return fronts
