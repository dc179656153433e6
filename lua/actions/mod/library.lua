-- What one mod of this dialect gets: its global names, its functions, what it requires.

local import = ...
local additions = import "actions/extensions/additions"
local blame = import "core/errors"
local class = import "actions/class"
local errors = import "actions/action/errors"
local functions = import "core/border/functions"
local generator = import "actions/generator/generator"
local grids = import "actions/world/grid"
local ground = import "actions/world/ground"
local items = import "actions/items/item"
local keeping = import "actions/keeping"
local layers = import "actions/constants"
local names = import "actions/mod/modules"
local objects = import "core/game/objects"
local stable_order = import "core/sandbox/stable_order"
local registry = import "actions/mod/registry"
local signatures = import "core/border/signatures"
local slips = import "actions/mod/typos"
local stat_types = import "actions/stats/stat_types"
local statuses = import "actions/status/status"
local text = import "core/sandbox/text"
local tinkers = import "actions/tinkers/tinker"
local weapons = import "actions/items/weapon"
local worlds = import "actions/world/world"

local raise = blame.raise
local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type
local gsub, match = string.gsub, string.match
local Layers = layers.Layers

local M = {}

local declared = functions.declared "actions"

-- The functions of Python, bound to a mod when first asked for.
local function api_of(mod)
  local api = mod.actions_api
  if not api then
    api = setmetatable({}, {
      __index = function(self, name)
        local fn = functions.bind(declared[name], mod)
        self[name] = fn
        return fn
      end,
    })
    mod.actions_api = api
  end
  return api
end
M.api_of = api_of

registry.announce = function(mod, kind, name)
  api_of(mod).register(kind, name)
end

-- Floors and walls have a tile by which maps show them.
local function register_entity(mod, value, name)
  local id = registry.register_entity(mod, value, name)
  local target = class.class_of_mod(value)
  local layer = target.layer
  slips.look(target.glyph, target.colour, registry.name_of(target), class.place(target))
  if (layer == Layers.floor or layer == Layers.wall) and ground.is_ground(target) then
    local full = registry.name_of(target)
    local function text_of(field)
      return type(target[field]) == "string" and target[field] or ""
    end
    ground.set_tile(target, api_of(mod).ground_tile(match(full, "%.(.*)$"), layer == Layers.wall, text_of "name",
      text_of "glyph", text_of "colour"))
  end
  return id
end

local function register_item(mod, value, name)
  local id = registry.register_item(mod, value, name)
  local of_host = class.is(value, weapons.Weapon) and weapons.Weapon or items.Item
  slips.fields(value, of_host, "tinker id name glyph colour pattern", "item " .. (registry.item_look(id)))
  return id
end

-- What mods see where they stand on a map: id, name, glyph, colour.
local glyphs = {
  [Layers.floor] = "·", [Layers.misc] = "&", [Layers.trap] = "^", [Layers.wall] = "#", [Layers.projectile] = "*",
  [Layers.player] = "@",
}
local colours = {
  [Layers.floor] = "grey", [Layers.wall] = "grey", [Layers.trap] = "magenta", [Layers.projectile] = "bright_white",
  [Layers.player] = "bright_green",
}

local function string_field(object, field)
  local value = object[field]
  return type(value) == "string" and value or nil
end

local function look(object)
  if ground.is_backed(object) then
    return nil
  end
  local of = class.of(object)
  if of == worlds.DroppedItem then
    local ids = object.state
    local id, name, glyph, colour = registry.item_look(type(ids) == "table" and ids[#ids])
    return id or "host.DroppedItem", name, glyph or ")", colour or "bright_cyan"
  end
  local layer = object.layer
  local id = registry.name_of(of)
  return id, string_field(object, "name") or gsub(match(id, "%.(.*)$"), "_", " "),
    string_field(object, "glyph") or glyphs[layer], string_field(object, "colour") or colours[layer]
end

local function number_field(object, field)
  local value = object[field]
  return type(value) == "number" and value or nil
end

-- What only those have who stand in each other's way.
local beings = {
  blocks = function(entity)
    return not entity.dead
  end,
  lives = function(entity)
    return not entity.dead and entity.decorators.Acting ~= nil and entity.decorators.Attackable ~= nil
  end,
  health = function(entity)
    local hp = entity.hp
    return type(hp) == "table" and type(hp.get) == "function" and hp:get() or nil
  end,
  level = function(entity)
    return number_field(entity, "level")
  end,
  carried = function(entity)
    local names = {}
    for _, item in ipairs(entity.inventory and entity.inventory:toList() or {}) do
      local id, name = registry.item_look(item.id)
      names[#names + 1] = name or id
    end
    return names
  end,
  move = worlds.bring,
  act = worlds.act,
}

-- Those who act are seen on stairs and on things of the areas dialect, as its charas are (see areas/object/layers).
local Z_OF_BEINGS = 30

for number, name in ipairs(layers.LAYERS) do
  if number ~= Layers.player then
    local z = number == Layers.real and Z_OF_BEINGS or number
    local options = { kind = "entity", name = name, z = z, look = look, dialect = "actions" }
    for key, value in next, number == Layers.real and beings or {} do
      options[key] = value
    end
    options.blocks = (number == Layers.real or number == Layers.wall) and beings.blocks or nil
    objects.define_layer(grids.keys[number], options)
  end
end

local function world_front(mod)
  local api = api_of(mod)
  local function from_map(map)
    return worlds.from_map(api, mod, map)
  end
  local world_class = class.seen(worlds.class)
  return setmetatable({}, {
    __metatable = false,
    __index = function(_, key)
      return key == "fromMap" and from_map or world_class[key]
    end,
    __newindex = function(_, key)
      raise("World." .. text.tostring(key) .. " cannot be set: World is the host's")
    end,
    __call = function(_, width, height)
      return worlds.new(api, mod, width, height)
    end,
  })
end

local function generator_front(mod)
  local generator_class = class.seen(generator.class)
  return setmetatable({}, {
    __metatable = false,
    __index = generator_class,
    __newindex = function()
      raise "Generator cannot be changed: it is the host's"
    end,
    __call = function(_, width, height, options)
      return generator.new(mod, width, height, options)
    end,
  })
end

-- Registration, for a mod.
local function registration(mod)
  return signatures.apply("actions", "", {
    registerEntity = function(value, name)
      return register_entity(mod, value, name)
    end,
    registerItem = function(value, name)
      return register_item(mod, value, name)
    end,
    registerStat = function(name, config, how)
      return stat_types.register(mod, name, config, how)
    end,
    registerStatus = function(name, status)
      local number = stat_types.register_status(mod, name, status)
      slips.fields(status, statuses.Status, "tinker", "status " .. name)
      return number
    end,
    registerAttackSource = function(name)
      return stat_types.register_attack_source(mod, name)
    end,
    addAttribute = function(stat, attribute)
      return stat_types.add_attribute(mod, stat, attribute)
    end,
  })
end

local shared

-- The names that a mod finds in its environment.
function M.ambient(mod)
  if not shared then
    shared = names.globals()
    ground.set_defaults(table.unpack(api_of(mod).ground_tiles()))
  end
  local found = {}
  for name, value in next, shared do
    found[name] = value
  end
  for name, fn in next, registration(mod) do
    found[name] = fn
  end
  mod.actions_class = mod.actions_class or class.front(mod)
  mod.actions_world = mod.actions_world or world_front(mod)
  mod.actions_generator = mod.actions_generator or generator_front(mod)
  found.class, found.Luaoop = mod.actions_class, class.freeze({ class = mod.actions_class }, "Luaoop")
  found.World, found.Generator = mod.actions_world, mod.actions_generator
  found.Entities, found.Items = registry.list_for(mod, "Entities"), registry.list_for(mod, "Items")
  found.Mods, found.MODULE_NAME = registry.mods_for(mod), mod.id
  additions.add(mod, found)
  return found
end

M.extend = additions.extend

-- `require "host.actions"`: the same names in one table.
function M.of(mod)
  if not mod.actions then
    mod.actions = class.freeze(M.ambient(mod), "actions")
  end
  return mod.actions
end

-- The content of a mod: what `main.lua` returned.
function M.loaded(mod)
  local content = mod.result
  if mod.ambient[1].name ~= "actions" or type(content) ~= "table" or class.of(content) then
    return
  end
  local register = registration(mod)
  registry.register_content(mod, content, {
    entities = function(name, value)
      return register_entity(mod, value, type(name) == "string" and name or nil)
    end,
    items = function(name, value)
      return register_item(mod, value, type(name) == "string" and name or nil)
    end,
    attackSources = function(name, value)
      return register.registerAttackSource(type(value) == "string" and value or name)
    end,
    stats = function(name, value)
      return register.registerStat(name, value)
    end,
    status = function(name, value)
      return register.registerStatus(name, value)
    end,
  })
  if content.ready ~= nil then
    if type(content.ready) ~= "function" then
      raise("ready is " .. stable_order.type(content.ready) .. ": must be a function")
    end
    content.ready()
  end
end

-- What `require` gives for the names of the original.
function M.require(mod, path)
  local found = names.find(path)
  if found ~= nil then
    return found
  elseif path == "world.world" then
    return M.front_of(mod, "actions_world", world_front)
  elseif path == "world.generation.generator" then
    return M.front_of(mod, "actions_generator", generator_front)
  end
  local owner, rest = match(path, "^modules%.([%w_]+)%.(.+)$")
  if owner then
    if owner == mod.id then
      return mod.env.require("." .. rest)
    end
    return mod.env.require("mod." .. owner .. "." .. rest)
  end
end

function M.module_names()
  local found = names.paths()
  found[#found + 1], found[#found + 2] = "world.generation.generator", "world.world"
  return found
end

function M.front_of(mod, field, make)
  mod[field] = mod[field] or make(mod)
  return mod[field]
end

function M.forget(mod)
  registry.forget(mod)
  stat_types.forget(mod)
  tinkers.forget(mod)
end

function M.new_game()
  worlds.new_game()
  keeping.new_game()
  errors.strict, errors.told = false, nil
end

return M
