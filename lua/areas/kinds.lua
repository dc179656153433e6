-- The types of arguments that the declarations in areas/api name, and the interfaces that mods can name.

local import = ...
local areas = import "areas/area/instances"
local checkers = import "core/border/checkers"
local classes = import "areas/language/class"
local iterators = import "areas/iterator/instances"
local layers = import "core/game/objects"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local signatures = import "core/border/signatures"

local M = {}

local function is_kind(kind)
  return function(value)
    return objects.is(value, kind)
  end
end

local function is_map_or_object(value)
  return maps.is(value) or objects.is(value)
end

local function is_location(value)
  return maps.is(value) or objects.is_carrier(value)
end

-- name -> { function that recognises a value, its name in messages, function that converts a value (optional) }.
local KINDS = {
  InstancedMap = { maps.is, "a map" },
  AnyMap = {
    function(value)
      return maps.is(value) or layers.number_of(value) ~= nil
    end, "a map", maps.resolve_foreign,
  },
  InstancedArea = { areas.is, "an area" },
  IObject = { objects.is, "a chara, an item, a feat or a mef" },
  IMapObject = { objects.is, "a chara, an item, a feat or a mef" },
  IOwned = { objects.is, "a chara, an item, a feat or a mef" },
  IChara = { is_kind "base.chara", "a chara" },
  IItem = { is_kind "base.item", "an item" },
  IFeat = { is_kind "base.feat", "a feat" },
  IMef = { is_kind "base.mef", "a mef" },
  ICarrier = { objects.is_carrier, "a chara or an item" },
  ILocation = { is_location, "a map, a chara or an item" },
  IEventEmitter = { is_map_or_object, "a map, a chara, an item, a feat or a mef" },
  IModdable = { is_map_or_object, "a map, a chara, an item, a feat or a mef" },
  Iterator = { iterators.is, "an iterator" },
  Type = { checkers.is_checker, "one of types" },
  -- A table of a mod, too, because only the id of an entry matters.
  DataEntry = {
    function(value)
      return type(value) == "table" and type(value._id) == "string"
    end, "an entry of data",
  },
  Class = { classes.is_class, "a class" },
  Interface = { classes.is_interface, "an interface" },
}

-- The interfaces of the host that mods can name: name -> table.
M.interfaces = {}
for _, name in next, {
  "IChara", "IEventEmitter", "IFeat", "IItem", "ILocation", "IMef", "IMapObject", "IObject", "IOwned",
} do
  M.interfaces[name] = classes.front(name, "interface", KINDS[name][1], {})
end

-- Registers the kinds; once, before the first call of a mod.
function M.register()
  for name, kind in next, KINDS do
    signatures.kind("areas", name, kind[1], kind[2], kind[3])
  end
end

return M
