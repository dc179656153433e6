-- The module Enum: tables whose missing keys are errors, and the enums of the host.

local import = ...
local arguments = import "areas/arguments"
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local fail, shown = errors.fail, text.shown

local Enum = {}

-- The methods of an enum by name, and its function `ensure_get`. `find_variant(key)` and `variants()`, which returns a
-- loop over its variants, read it. A method may be called with a dot, too.
local function new_methods(name, enum, find_variant, variants)
  local methods = {}

  local function refusal(key)
    return "Unknown enum variant '" .. name .. "." .. text.tostring(key) .. "'"
  end

  function methods.try_get(key)
    local value = find_variant(key)
    if value == nil then
      return nil, refusal(key)
    end
    return value
  end

  function methods.ensure_get(key)
    local value = find_variant(key)
    if value == nil then
      fail("%s%s", refusal(key), arguments.suggest(key, methods.keys()))
    end
    return value
  end

  -- The first key of a value, or nil.
  local function key_of(wanted)
    for key, value in variants() do
      if rawequal(value, wanted) or type(value) == "number" and value == wanted then
        return key
      end
    end
  end

  function methods.has_value(value)
    return value ~= nil and key_of(value) ~= nil
  end

  function methods.to_string(value)
    return key_of(value) or fail("Unknown enum value '%s.%s'", name, text.tostring(value))
  end

  function methods.values()
    local list = {}
    for _, value in variants() do
      list[#list + 1] = value
    end
    return list
  end

  function methods.keys()
    local list = {}
    for key in variants() do
      if type(key) == "string" then
        list[#list + 1] = key
      end
    end
    return list
  end

  local callable = {}
  for method_name, method in next, methods do
    callable[method_name] = function(...)
      if rawequal((...), enum) then
        return method(select(2, ...))
      end
      return method(...)
    end
  end
  callable.keys = nil
  callable.__enum, callable.__name = true, name
  return callable, methods.ensure_get
end

-- Gives a table of a mod the metatable of an enum. Its variants stay fields of the table.
function Enum.new(name, t)
  if debug.getmetatable(t) ~= nil or stable_order.type(t) ~= "table" then
    fail("Enum.new: t is %s: must be a table without a metatable", shown(t))
  end
  local function variants()
    return stable_order.pairs(t)
  end
  local methods, ensure_get = new_methods(name, t, function(key)
    return key ~= nil and rawget(t, key) or nil
  end, variants)
  return setmetatable(t, {
    __metatable = false,
    __name = "enum",
    __index = function(_, key)
      local method = methods[key]
      if method ~= nil then
        return method
      end
      return ensure_get(key)
    end,
    __tostring = function()
      return "enum " .. name
    end,
  })
end

-- Makes an enum that no mod can change: keys in order, and key -> value; copy(value), if it is there, makes what a mod
-- gets of a value.
local function add_host_enum(name, keys, values, copy)
  local enum, methods, ensure_get
  local function variants()
    local i = 0
    return function()
      i = i + 1
      local value = values[keys[i]]
      return keys[i], copy and value and copy(value) or value
    end
  end
  enum = proxies.new("Enum." .. name, {
    __name = "enum",
    __index = function(_, key)
      local value = values[key]
      if value == nil then
        value = methods[key]
      elseif copy then
        value = copy(value)
      end
      if value == nil then
        return ensure_get(key)
      end
      return value
    end,
    __pairs = variants,
    __tostring = function()
      return "enum " .. name
    end,
  }, "the enums of the host do not change")
  methods, ensure_get = new_methods(name, enum, function(key)
    local value = values[key]
    return copy and value and copy(value) or value
  end, variants)
  Enum[name] = enum
end

-- Adds an enum whose keys have the numbers from `first` on.
local function add_numbers(name, first, names)
  local keys, values = {}, {}
  for key in names:gmatch "%S+" do
    keys[#keys + 1] = key
    values[key] = first + #keys - 1
  end
  add_host_enum(name, keys, values)
end

add_numbers("Quality", 1, "Bad Normal Good Great God Unique")
add_numbers("TileRole", 0,
  "None Dryground Crop Water Snow MountainWater HardWall Sand SandHard Coast SandWater")
add_numbers("IdentifyState", 0, "None Name Quality Full")
add_numbers("AiBehavior", 0, "Null Roam Dull Stand Follow Special")
add_numbers("CharaCategory", 0, [[
  None Goblin Orc Slime Elea Kobolt Spider Yeek Mercenary Zombie Dog Bear Kamikaze Mummy HoundFire HoundIce
  HoundLightning HoundDarkness HoundMind HoundNerve HoundPoison HoundSound HoundNether HoundChaos
]])
add_numbers("FltSelect", 0, "None Sp Unique SpUnique Friend Town SfTown Shop Snow TownSp")
add_numbers("Burden", 0, "None Light Moderate Heavy Max")
add_host_enum("OwnState", { "Inherited", "None", "NotOwned", "Shop", "Shelter", "Quest", "Unobtainable" },
  { Inherited = -2, None = 0, NotOwned = 1, Shop = 2, Shelter = 3, Quest = 4, Unobtainable = 5 })
add_host_enum("CurseState", { "Doomed", "Cursed", "Normal", "Blessed" },
  { Doomed = -2, Cursed = -1, Normal = 0, Blessed = 1 })
add_host_enum("Relation", { "Ally", "Neutral", "Dislike", "Hate", "Enemy" },
  { Ally = 10, Neutral = 0, Dislike = -1, Hate = -2, Enemy = -3 })

local directions = {
  "North", "South", "East", "West", "Northeast", "Southeast", "Northwest", "Southwest", "Center",
}
local direction_values = {}
for _, direction in ipairs(directions) do
  direction_values[direction] = direction
end
add_host_enum("Direction", directions, direction_values)

local colors, color_values = {}, {}
for color, red, green, blue in ([[
  White 255,255,255 Green 175,255,175 Red 255,155,155 Blue 175,175,255 Yellow 255,215,175 Brown 255,255,175
  Black 155,154,153 Purple 185,155,215 SkyBlue 155,205,205 Pink 255,195,185 Orange 235,215,155 Fresh 225,215,185
  DarkGreen 105,235,105 Gray 205,205,205 LightRed 255,225,225 LightBlue 225,225,255 LightPurple 225,195,255
  LightGreen 215,255,215 Talk 210,250,160
]]):gmatch "(%a+) (%d+),(%d+),(%d+)" do
  colors[#colors + 1] = color
  color_values[color] = { tonumber(red), tonumber(green), tonumber(blue) }
end
-- Each reader gets a list of its own, which can be a field of an entry, and be saved.
add_host_enum("Color", colors, color_values, arguments.copy)

return Enum
