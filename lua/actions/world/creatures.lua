-- Creatures of kts as entities: monsters and knights, which Python stores. A world has an entity for each of them,
-- which blocks its square, can be hit and dies. A change of the creature changes the entity, and the other way round.
-- In a simulation knights are entities of a class of players, which act.

local import, py = ...
local class = import "actions/class"
local classes = import "core/class"
local constants = import "actions/constants"
local creation = import "actions/world/creation"
local decorate = import "actions/decorators/decorate"
local Entity = import "actions/entity/entity"
local errors = import "core/errors"
local grids = import "actions/world/grid"
local handles = import "core/border/handles"
local HP = import "actions/entity/hp"
local loader = import "core/loader"
local objects = import "core/game/objects"
local templates = import "actions/chain/template"
local vec = import "actions/vec"

local Changes, Layers = constants.Changes, constants.Layers
local REAL = grids.keys[Layers.real]

local M = {}

-- The uid of such an entity is the uid of its creature plus this number, above the uids of all other objects.
local UID_OFFSET = 1 << 32
-- The largest health of a creature.
local MOST_HEALTH = 2 ^ 31 - 1 | 0
-- In rows of Python: the bytes of a row, the square of a creature that left, and the type of knights.
local ROW, GONE, KNIGHT = 16, -1, -1

-- Entity -> { uid, square, last_blow (hit points that the deadly blow took) }, while its creature is on the map.
local creatures = setmetatable({}, { __mode = "k" })

function M.is_creature(entity)
  return creatures[entity] ~= nil
end

-- Hit points ----------------------------------------------------------------------------------------------------------

-- CreatureHP -> { state of the world, entity }.
local owners = setmetatable({}, { __mode = "k" })

local CreatureHP = class.define("CreatureHP", HP)

-- Points as the health of a creature: mods may set any value as the points of an entity.
local function to_health(points)
  if type(points) ~= "number" or not (points > 0) then
    return 0
  end
  return points < MOST_HEALTH and math.ceil(points) or MOST_HEALTH
end

-- Writes the hit points to the creature, unless none are left: then the death of the entity ends the creature.
local function write_health(hp)
  local owner = owners[hp]
  local creature = owner and creatures[owner.entity]
  if creature and hp.amount > 0 then
    py.actions_set_health(owner.state.caller, owner.state.number, creature.uid, to_health(hp.amount))
  elseif creature then
    creature.last_blow = hp.lost
  end
end

function CreatureHP:takeDamage(damage)
  local excess = HP.takeDamage(self, damage)
  if self.lost > 0 then
    write_health(self)
  end
  return excess
end

function CreatureHP:heal(amount)
  local excess = HP.heal(self, amount)
  write_health(self)
  return excess
end

class.close(CreatureHP)

-- Sets the hit points to the health of a creature, which has no maximum.
local function set_points(hp, health)
  hp.amount = health > 0 and health or 0
  hp.most = hp.most > hp.amount and hp.most or hp.amount
end

-- Classes -------------------------------------------------------------------------------------------------------------

local DECORATORS = { "actions/decorators/attackable", "actions/decorators/with_hp", "actions/decorators/killable" }

-- Gives a class its decorators, but none that acts: kts moves its monsters itself.
local function decorate_class(entity_class, mod)
  local template = templates.sorted()
  entity_class.layer, entity_class.baseModifiers = Layers.real, { hp = { amount = 1 } }
  entity_class.chainTemplate, entity_class.decoratorsList = template, {}
  for _, decorator in ipairs(DECORATORS) do
    decorate.add_decorator(entity_class, import(decorator))
  end
  templates.set_owner(template, mod)
end

local Knight = class.define("Knight", Entity)
Knight.glyph, Knight.colour = "@", "bright_green"
decorate_class(Knight)
class.close(Knight)

-- Whether an entity is a knight of no class of players.
function M.is_knight(entity)
  return class.of(entity) == Knight
end

-- Class -> id of the monster type, and back.
local type_ids, by_id = setmetatable({}, { __mode = "k" }), {}
-- Index of the monster type in Python -> class.
local by_index = {}

-- A mod gave a type of monsters another name, glyph or colour.
handles.on_change(function(kind, index)
  local entity_class = kind == "monster" and by_index[index]
  if entity_class then
    local fields = handles.fields(handles.get("monster", index))
    entity_class.name = fields.name or type_ids[entity_class]:match("%.(.*)$"):gsub("_", " ")
    entity_class.glyph, entity_class.colour = fields.glyph, fields.colour
  end
end)

-- The class of the monsters of a type: entities of `base.rat` are of the class `rat`, which belongs to the mod base.
local function class_of_type(state, index)
  local entity_class = index == KNIGHT and Knight or by_index[index]
  if entity_class then
    return entity_class
  end
  local id, name, glyph, colour = py.actions_monster_type(state.caller, index)
  local mod_id, type_name = id:match "^([^.]*)%.(.*)$"
  local mod = loader.mods[mod_id]
  -- Monsters of the host belong to no mod.
  entity_class = mod and class.define_for(mod, type_name, Entity) or class.define(type_name, Entity)
  entity_class.name, entity_class.glyph, entity_class.colour = name, glyph, colour
  decorate_class(entity_class, mod)
  if mod then
    classes.settle(entity_class)
  else
    class.close(entity_class)
  end
  type_ids[entity_class], by_id[id], by_index[index] = id, entity_class, entity_class
  return entity_class
end

-- The id of the monster type of a class, or nil; and the class of an id, if a creature of that type was on a map.
function M.type_id(entity_class)
  return type_ids[entity_class]
end

function M.find_class(id)
  return by_id[id]
end

-- Entities ------------------------------------------------------------------------------------------------------------

local function position_of(world, square)
  return vec.new(square % world.width + 1, square // world.width + 1)
end

-- Links an entity to its creature.
local function link(state, entity, uid, square, health)
  local hp = entity.hp
  if not class.is(hp, CreatureHP) then
    hp = CreatureHP(0)
    entity.hp = hp
  end
  if to_health(hp.amount) ~= health then
    set_points(hp, health)
  end
  owners[hp] = { state = state, entity = entity }
  creatures[entity] = { uid = uid, square = square }
  entity.id = entity.layer == Layers.player and tostring(uid) or "c" .. uid
end

local function add(state, uid, square, health, index)
  local player_class = index == KNIGHT and state.knight_class
  local entity = player_class and player_class() or classes.bare(class_of_type(state, index))
  objects.give_uid(entity, UID_OFFSET + uid)
  entity:init(position_of(state.world, square), state.world)
  link(state, entity, uid, square, health)
  if player_class then
    state.players[#state.players + 1] = entity
  end
  creation.add_stand_in(state, entity, player_class and entity.layer or Layers.real)
  if state.on_creature then
    state.on_creature(entity)
  end
end

-- Reports what happened to the entity of a creature, when kts itself plays in the world.
local function report(state, entity, code)
  if state.on_creature then
    state.listener(entity, code)
  end
end

-- Reports that the creature of an entity lost health.
local function report_loss(state, entity, lost)
  if lost > 0 then
    entity.hp.lost = lost
    report(state, entity, Changes.Hurt)
  end
end

-- The hit points of an entity as the health of its creature.
local function points_of(entity)
  return class.is(entity.hp, CreatureHP) and to_health(entity.hp.amount) or 0
end

-- Removes the entity of a creature that left the map.
local function remove(state, entity)
  local left = points_of(entity)
  if state.on_creature and left > 0 then
    set_points(entity.hp, 0)
    report_loss(state, entity, left)
    report(state, entity, Changes.Dead)
  end
  creatures[entity] = nil
  creation.remove_stand_in(state, entity)
end

local function update_row(state, uid, square, health, index)
  local entity = state.store.members[UID_OFFSET + uid]
  if square == GONE then
    if entity then
      remove(state, entity)
    end
  elseif entity and not entity.dead then
    local before = points_of(entity)
    link(state, entity, uid, square, health)
    if objects.place(entity) ~= square then
      state.world.grid:move(entity, position_of(state.world, square))
      report(state, entity, Changes.Move)
    end
    report_loss(state, entity, before - health)
  elseif not entity then
    add(state, uid, square, health, index)
  end
end

-- Reads creatures that changed: rows of Python (uid, square, health, type; 32-bit numbers each).
function M.update(state, rows)
  creation.read_rows(state, rows, "<i4i4i4i4", update_row)
end

-- Makes the classes of creatures, which entities of a save may need.
function M.define_classes(state, rows)
  for at = 1, #rows, ROW do
    class_of_type(state, (string.unpack("<i4", rows, at + 12)))
  end
end

-- Makes the entities of a save agree with the creatures of its map.
function M.restore(state, rows)
  local is_there = {}
  for at = 1, #rows, ROW do
    is_there[UID_OFFSET + string.unpack("<i4", rows, at)] = true
  end
  for _, entity in ipairs(state.store:all(REAL)) do
    local uid = objects.uid(entity)
    if uid >= UID_OFFSET and not is_there[uid] then
      remove(state, entity)
    end
  end
  M.update(state, rows)
end

-- Moves the creature of an entity to a square. Raises when another creature is there.
function M.move(state, entity, square)
  local creature = creatures[entity]
  if not creature or creature.square == square then
    return
  elseif not py.actions_move_creature(state.caller, state.number, creature.uid, square) then
    local width = state.grid_state.width
    errors.raise(("Grid:move: (%d, %d) has another creature of kts, so %s cannot stand there"):format(
      square % width + 1, square // width + 1, class.type_name(entity)))
  end
  creature.square = square
end

-- Lets the creature of a killed entity die, too.
function M.die(state, entity)
  local creature = creatures[entity]
  if creature then
    creatures[entity] = nil
    py.actions_kill_creature(state.caller, state.number, creature.uid, to_health(creature.last_blow or 0))
  end
end

-- Forgets the classes, because other mods may be loaded.
function M.forget()
  type_ids, by_id, by_index = setmetatable({}, { __mode = "k" }), {}, {}
end

return M
