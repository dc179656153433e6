-- The interfaces that mods ask for: IChara, IMapObject, ILocation …

local import = ...
local classes = import "areas/language/class"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"

local function kind_front(name, kind)
  return classes.front(name, "interface", function(value)
    return objects.is(value, kind)
  end, {})
end

return {
  IFeat = kind_front("IFeat", "base.feat"),
  IChara = kind_front("IChara", "base.chara"),
  IItem = kind_front("IItem", "base.item"),
  IObject = kind_front("IObject"),
  IMapObject = kind_front("IMapObject"),
  IOwned = kind_front("IOwned"),
  ILocation = classes.front("ILocation", "interface", function(value)
    return maps.is(value) or objects.is(value, "base.chara") or objects.is(value, "base.item")
  end, {}),
  IEventEmitter = classes.front("IEventEmitter", "interface", function(value)
    return maps.is(value) or objects.is(value)
  end, {}),
}
