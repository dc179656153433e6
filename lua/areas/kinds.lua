-- Lets the functions of this dialect look at their arguments first, by what areas/api declares of them.

local import = ...
local areas = import "areas/area/instances"
local checkers = import "core/border/checkers"
local classes = import "areas/language/class"
local data_tables = import "areas/data/data"
local fun = import "areas/iterator/fun"
local iterators = import "areas/iterator/instances"
local layers = import "core/game/objects"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local signatures = import "core/border/signatures"
-- These fill the tables of methods.
import "areas/object/object"
import "areas/area/floors"
import "areas/object/carrier"
import "areas/area/hierarchy"
import "areas/object/layers"
import "areas/area/floor_generation"
import "areas/map/contents"
import "areas/map/archetype"
import "areas/map/sight"
import "areas/modules/world"

local ipairs, type = ipairs, type

local M = {}

local function kind(name, accepts, noun, meant)
  signatures.kind("areas", name, accepts, noun, meant)
end

local function object_of(name)
  return function(value)
    return objects.is(value, name)
  end
end

local function is_carrier(value)
  return objects.is(value, "base.chara") or objects.is(value, "base.item")
end

local function is_location(value)
  return maps.is(value) or is_carrier(value)
end

-- Tables of mods, too: all that matters of an entry is its id.
local function is_entry(value)
  return type(value) == "table" and type(value._id) == "string"
end

local function emits(value)
  return maps.is(value) or objects.is(value)
end

kind("InstancedMap", maps.is, "a map")
kind("AnyMap", function(value)
  return maps.is(value) or layers.number_of(value) ~= nil
end, "a map", maps.meant)
kind("InstancedArea", areas.is, "an area")
kind("IObject", objects.is, "a chara, an item or a feat")
kind("IMapObject", objects.is, "a chara, an item or a feat")
kind("IOwned", objects.is, "a chara, an item or a feat")
kind("IChara", object_of "base.chara", "a chara")
kind("IItem", object_of "base.item", "an item")
kind("IFeat", object_of "base.feat", "a feat")
kind("ICarrier", is_carrier, "a chara or an item")
kind("ILocation", is_location, "a map, a chara or an item")
kind("IEventEmitter", emits, "a map, a chara, an item or a feat")
kind("IModdable", emits, "a map, a chara, an item or a feat")
kind("Iterator", iterators.is, "an iterator")
kind("Type", checkers.is_checker, "one of types")
kind("DataEntry", is_entry, "an entry of data")
kind("Class", classes.is_class, "a class")
kind("Interface", classes.is_interface, "an interface")

-- Gives a table the checks of what is declared under some names.
local function check(owner, names)
  for _, name in ipairs(names) do
    signatures.apply("areas", name, owner)
  end
  return owner
end

-- The functions of a module, of which mods may have tables of their own.
function M.check(name, functions)
  return check(functions, { name })
end

check(data_tables.methods, { "DataType" })
check(fun.library, { "fun" })
check(iterators.methods, { "Iterator" })
check(maps.methods, { "IEventEmitter", "IModdable", "ILocation", "InstancedMap" })
check(areas.methods, { "InstancedArea" })
check(objects.shared, { "IEventEmitter", "IModdable", "IObject" })
check(objects.METHODS["base.chara"], { "ILocation", "ICarrier", "IChara" })
check(objects.METHODS["base.item"], { "ILocation", "ICarrier", "IItem" })
check(objects.METHODS["base.feat"], { "IFeat" })

return M
