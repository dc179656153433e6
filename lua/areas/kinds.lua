-- The types of arguments that the declarations in areas/api name, and the interfaces that mods can name.

local import = ...
local areas = import "areas/area/area_states"
local checkers = import "core/border/checkers"
local classes = import "areas/language/class"
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local layers = import "core/game/objects"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local M = {}

local function refuse_method(value, name)
  errors.fail("%s: it is called on %s: must be a map or an object that has that method", name, text.shown(value))
end

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
  IAspectHolder = { objects.is, "a chara, an item, a feat or a mef" },
  IOwned = { objects.is, "a chara, an item, a feat or a mef" },
  IChara = { is_kind "base.chara", "a chara" },
  IItem = { is_kind "base.item", "an item" },
  IFeat = { is_kind "base.feat", "a feat" },
  IMef = { is_kind "base.mef", "a mef" },
  IActivity = { is_kind "base.activity", "an activity" },
  Inventory = { is_kind "base.inventory", "an inventory" },
  StayingCharas = { is_kind "base.staying_charas", "a location of staying charas" },
  ICarrier = { objects.is_carrier, "a chara, an item or an inventory" },
  ILocation = { is_location, "a map, a chara, an item or an inventory" },
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
  Interface = { classes.is_parent, "an interface" },
}

-- The methods of maps and objects of all kinds: each calls the method of its first argument.
local any_methods = setmetatable({}, {
  __index = function(methods, key)
    local function method(self, ...)
      local state = objects.states[self]
      local class_methods = state and objects.methods[state.kind] or maps.is(self) and maps.methods or {}
      return (class_methods[key] or refuse_method(self, key))(self, ...)
    end
    local found = (maps.methods[key] or objects.methods["base.chara"][key]) and method
    methods[key] = found
    return found
  end,
})

-- The interfaces of the host that are globals of mods, and those that mods must require: name -> table.
M.interfaces, M.required_interfaces = {}, {}
local IS_REQUIRED = { IActivity = true, IAspectHolder = true, IModdable = true }
-- The functions of an interface are methods: `IMapObject.current_map(object)`.
for name, methods in next, {
  IChara = objects.methods["base.chara"], IItem = objects.methods["base.item"], IFeat = objects.methods["base.feat"],
  IMef = objects.methods["base.mef"], IActivity = objects.methods["base.activity"],
  IAspectHolder = any_methods, IEventEmitter = any_methods,
  ILocation = any_methods, IMapObject = any_methods, IModdable = any_methods, IObject = any_methods,
  IOwned = any_methods,
} do
  local interfaces = IS_REQUIRED[name] and M.required_interfaces or M.interfaces
  interfaces[name] = classes.front(name, "interface", KINDS[name][1], methods)
end
for kind, name in next, objects.interface_names do
  objects.interfaces[kind] = objects.interfaces[kind] or M.interfaces[name] or M.required_interfaces[name]
end

-- Registers the kinds; once, before the first call of a mod.
function M.register()
  for name, kind in next, KINDS do
    signatures.kind("areas", name, kind[1], kind[2], kind[3])
  end
end

return M
