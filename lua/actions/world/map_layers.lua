-- How entities look on maps, and what other dialects can ask of them: the layers of actions in
-- lua/core/game/objects.lua.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"
local creation = import "actions/world/creation"
local creatures = import "actions/world/creatures"
local grids = import "actions/world/grid"
local ground = import "actions/world/ground"
local loose_items = import "actions/world/loose_items"
local objects = import "core/game/objects"
local offered_steps = import "actions/simulation/offered_steps"
local registry = import "actions/mod/registry"
local stable_order = import "core/sandbox/stable_order"
local worlds = import "actions/world/worlds"

local Layers = constants.Layers

local M = {}

local default_glyphs = {
  [Layers.floor] = "·", [Layers.misc] = "&", [Layers.trap] = "^", [Layers.wall] = "#", [Layers.projectile] = "*",
  [Layers.player] = "@",
}
local default_colours = {
  [Layers.floor] = "grey", [Layers.wall] = "grey", [Layers.trap] = "magenta", [Layers.projectile] = "bright_white",
  [Layers.player] = "bright_green",
}

-- A field when it has a type, otherwise nil.
local function field_of_type(entity, field, expected)
  local value = entity[field]
  return type(value) == expected and value or nil
end

-- The look of an entity, or of a class with an id.
local function look_of(entity, id)
  local layer = entity.layer
  return id, field_of_type(entity, "name", "string") or id:match("%.(.*)$"):gsub("_", " "),
    field_of_type(entity, "glyph", "string") or default_glyphs[layer],
    field_of_type(entity, "colour", "string") or default_colours[layer],
    field_of_type(entity, "sprite", "string"), field_of_type(entity, "material", "string")
end

-- What people call an entity.
function M.name(entity)
  return (select(2, look_of(entity, registry.name_of(class.of(entity)))))
end

-- id, name, glyph, colour, sprite and material; nothing for an entity that stands for what the map shows already.
local function look(entity)
  if ground.is_backed(entity) or creatures.is_creature(entity) or loose_items.is_loose(entity) then
    return nil
  end
  local entity_class = class.of(entity)
  if entity_class == creation.DroppedItem then
    local ids = entity.state
    local id, name, glyph, colour, sprite, material = registry.item_look(type(ids) == "table" and ids[#ids])
    return id or "host.DroppedItem", name, glyph or ")", colour or "bright_cyan", sprite, material
  end
  return look_of(entity, registry.name_of(entity_class))
end

-- Whether an entity blocks its square: all reals and walls do until they are removed, as the grid has it. Other
-- dialects ask Python where creatures of kts are.
local function blocks(entity)
  return not creatures.is_creature(entity)
end

-- The hit points of an entity, or nil.
function M.health(entity)
  local hp = entity.hp
  return type(hp) == "table" and type(hp.get) == "function" and hp:get() or nil
end

-- What only reals have.
local real_options = {
  -- Above stairs and other objects of the areas dialect, as its charas are.
  z = 30,
  lives = function(entity)
    return not entity.dead and entity.decorators.Acting ~= nil and entity.decorators.Attackable ~= nil
  end,
  health = M.health,
  most_health = function(entity)
    local hp = entity.hp
    return type(hp) == "table" and hp.most or nil
  end,
  level = function(entity)
    return field_of_type(entity, "level", "number")
  end,
  carried = function(entity)
    local items, inventory = {}, entity.inventory
    for _, item in ipairs(inventory and inventory:toList() or {}) do
      local id, name, glyph, colour = registry.item_look(item.id)
      items[#items + 1] = { id = id, name = name, glyph = glyph, colour = colour }
    end
    for id, number in stable_order.pairs(inventory and class.raw(inventory.itemCounts) or {}) do
      items[#items + 1] = { id = id, number = number }
    end
    return items
  end,
  move = worlds.move_entity,
  act = worlds.play_turn,
  steps = function(entity)
    return offered_steps(worlds.state_of(entity.world, "the steps of its player").grid_state, entity)
  end,
}

function M.list_looks(mod_id, add)
  registry.each_entity(mod_id, function(entity_class, id)
    if not ground.is_ground(entity_class) then
      add("entity", constants.LAYERS[entity_class.layer], look_of(entity_class, id))
    end
  end)
  registry.each_item(mod_id, function(_, _, id)
    add("item", "dropped", registry.item_look(id))
  end)
end

function M.define()
  for layer, name in ipairs(constants.LAYERS) do
    if layer ~= Layers.player then
      local options = { kind = "entity", name = name, z = layer, look = look, dialect = "actions" }
      if layer == Layers.floor then
        options.prepare = ground.refresh_tiles
      end
      if layer == Layers.real or layer == Layers.wall then
        options.blocks = blocks
      end
      if layer == Layers.real then
        for key, value in next, real_options do
          options[key] = value
        end
      end
      objects.define_layer(grids.keys[layer], options)
    end
  end
end

return M
