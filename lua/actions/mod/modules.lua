-- The names under which mods of this dialect require what the host has, and the global ones.

local import, py = ...
local action = import "actions/action/action"
local algos = import "actions/action/algorithms"
local errors = import "core/errors"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local cycle = import "actions/decorators/decorator"
local decorate = import "actions/decorators/decorate"
local effects = import "actions/action/effects"
local Entity = import "actions/entity/entity"
local event = import "actions/chain/event"
local GameObject = import "actions/entity/game_object"
local grid = import "actions/world/grid"
local handlers = import "actions/action/handlers"
local history = import "actions/entity/history"
local insides = import "actions/items/insides"
local interactors = import "actions/action/interactors"
local items = import "actions/items/item"
local layers = import "actions/constants"
local movs = import "actions/sequence/movs"
local retouchers = import "actions/retouchers"
local sequences = import "actions/sequence/sequence"
local signatures = import "core/border/signatures"
local stats = import "actions/stats/stats"
local stat_types = import "actions/stats/stat_types"
local statuses = import "actions/status/status"
local target = import "actions/items/target"
local tinkers = import "actions/tinkers/tinker"
local vec = import "actions/vec"
local weapons = import "actions/items/weapon"

local seen, freeze = class.seen, class.freeze
local ipairs, next, type = ipairs, next, type
local lower = string.lower

local M = {}

-- Lets the functions of a table look at their arguments first, as they are declared under a name.
local function declared(name, functions)
  return signatures.apply("actions", name, functions)
end

signatures.kind("actions", "class", function(value)
  return class.class_of_mod(value) ~= nil
end, "a class")
-- What the host asks of these is that they have what is asked for.
signatures.kind("actions", "Vec", function(value)
  return type(value) == "table" and type(value.x) == "number" and type(value.y) == "number"
end, "a Vec")
signatures.kind("actions", "Event", function(value)
  return type(value) == "table"
end, "an event")

for _, name in ipairs { "Chain", "PlainChain" } do
  signatures.kind("actions", name, chains.is_chain, "a chain")
end

local rank_numbers = freeze({ rankMap = chains.rank_map }, "RankNumbers")

local globals = declared("", { copyChains = decorate.copy_chains, decorate = decorate.decorate })

declared("Retouchers", retouchers)
for name, functions in next, retouchers do
  if type(functions) == "table" then
    declared("Retouchers." .. name, functions)
  end
end
declared("handlers.utils", handlers.utils)

-- Name -> decorator, or a function on classes.
local decorators = { Start = decorate.start, Decorator = seen(cycle.Decorator) }
for _, file in ipairs { "acting", "deciding", "digging", "dynamic_stats", "fighting", "interacting", "living", "moving", "statused" } do
  for name, decorator in next, import("actions/decorators/" .. file) do
    decorators[name] = decorator
  end
end
decorators.Inventory = items.Inventory

function decorators.General(target_class)
  decorate.decorate(target_class, decorators.Acting)
  retouchers.Algos.general(target_class)
  decorate.decorate(target_class, decorators.Sequential)
end

M.decorators = declared("Decorators", decorators)

-- Path -> value. Those of `logic.` are also written with `@`.
local paths = {}

local function put(path, value)
  paths[path] = value
end

local function logic(path, value)
  paths["@" .. path], paths["logic." .. path] = value, value
end

put("lib.chains.ranks", freeze(chains.ranks, "Ranks"))
put("lib.chains.schain", seen(chains.sorted))
put("lib.chains.chain", seen(chains.plain))
put("lib.chains.schaintemplate", seen(chains.sorted_template))
put("lib.chains.chaintemplate", seen(chains.plain_template))
put("lib.chains.numbers", rank_numbers)
put("lib.cyclicbuf", seen(import "actions/items/cyclic_buffer"))
put("lib.vec", seen(vec.class))
put("modules.utils.handlers", freeze({
  turnToPlayer = handlers.turnToPlayer, checkOrthogonal = handlers.checkOrthogonal, checkNotMove = handlers.checkNotMove,
}, "modules.utils.handlers"))
put("render.changes", layers.seen "Changes")
put("world.cell", seen(grid.Cell))
put("world.grid", seen(grid.class))
put("world.phases", layers.seen "phases")
put("world.layers", layers.seen "Layers")

logic("action.action", seen(action.Action))
for path, name in next, {
  attack = "AttackAction", move = "MoveAction", dig = "DigAction", attackmove = "AttackMove", attackdig = "AttackDig",
  attackdigmove = "AttackDigMove", none = "NoneAction", player = "PlayerAction",
} do
  logic("action.actions." .. path, seen(action[name]))
end
for path, name in next, { effect = "Effect", attack = "Attack", push = "Push", dig = "Dig", move = "Move" } do
  logic("action.effects." .. path, seen(effects[name]))
end
logic("action.handlers.basic", freeze(handlers.basic, "handlers.basic"))
logic("action.handlers.utils", freeze(handlers.utils, "handlers.utils"))
logic("algos.simple", algos.simple)
logic("algos.general", algos.general)
logic("base.entity", seen(Entity))
logic("base.gameobject", seen(GameObject))
logic("base.event", seen(event.class))
logic("base.utils", freeze(handlers.utils, "base.utils"))
logic("decorators.decorator", seen(cycle.Decorator))
logic("decorators.utils", freeze(declared("decorators.utils", {
  checkApplyCycle = cycle.check_apply_cycle, checkApplyPresetEvent = cycle.check_apply_preset,
  checkApplyCustomized = cycle.check_apply_customized, die = cycle.die, nothing = cycle.nothing,
  regChangeFunc = cycle.reg_change_func, convertToTargets = cycle.convert_to_targets,
}), "decorators.utils"))
for name, decorator in next, decorators do
  logic("decorators." .. lower(name), seen(decorator))
end
logic("decorators.decorators", freeze(decorators, "Decorators"))
logic("decorators.decorate", globals.decorate)
logic("history.history", seen(history.class))
logic("hp.hp", seen(import "actions/entity/hp"))
logic("insides.options", freeze(insides.Options, "Options"))
logic("interactors.do", freeze(interactors.act, "interactors.do"))
logic("items.item", seen(items.Item))
logic("items.insides.options", freeze(insides.Options, "Options"))
logic("items.insides.realizers", freeze(insides.realizers, "realizers"))
logic("items.insides.setup", freeze(insides.setup, "setup"))
logic("items.inventory.slots", layers.seen "InventorySlots")
logic("items.weapons.weapon", seen(weapons.Weapon))
logic("items.weapons.pattern", seen(target.Pattern))
logic("items.weapons.piece", seen(target.Piece))
logic("items.weapons.target", seen(target.Target))
logic("items.weapons.chains.general", weapons.general)
logic("items.weapons.chains.hitall", weapons.hit_all)
logic("items.weapons.chains.check", weapons.check)
logic("retouchers.retouchers", freeze(retouchers, "Retouchers"))
for name, value in next, retouchers do
  logic("retouchers." .. lower(name), freeze(value, "Retouchers." .. name))
end
logic("sequence.sequence", seen(sequences.Sequence))
logic("sequence.step", seen(sequences.Step))
for name, fn in next, movs do
  logic("sequence.movs." .. name, fn)
end
logic("stats.stats", seen(stats.class))
logic("stats.stattypes", freeze(stat_types.types, "StatTypes"))
logic("status.status", seen(statuses.Status))
logic("status.option", seen(statuses.OptionStatus))
logic("status.optionstatus", seen(statuses.OptionStatus))
logic("status.flavor", seen(statuses.FlavorStatus))
logic("status.flavorstatus", seen(statuses.FlavorStatus))
logic("status.flavors.flavor", seen(statuses.Flavor))
logic("status.overlay", freeze({ RESET = statuses.overlays.RESET, ADD = statuses.overlays.ADD }, "overlay"))
for path, name in next, {
  tinker = "Tinker", reftinker = "RefTinker", storetinker = "StoreTinker", stattinker = "StatTinker",
  refstattinker = "RefStatTinker", storestattinker = "StoreStatTinker",
} do
  logic("tinkers." .. path, seen(tinkers[name]))
end
logic("tinkers.utils", freeze(declared("tinkers.utils", { SelfUntinkingTinker = tinkers.self_untinking }), "tinkers.utils"))

local STORE_STAT_TINKER = "StoreStatTinker is an old class: a RefStatTinker does the same with a table by entities"

-- What `require` gives for a path, for any mod; nil when it is none of the host's. The use of an old one is noted.
function M.find(path)
  if path == "@tinkers.storestattinker" or path == "logic.tinkers.storestattinker" then
    py.note_deprecated(STORE_STAT_TINKER, errors.where())
  end
  return paths[path]
end

-- All paths, in order.
function M.paths()
  local found = {}
  for path in next, paths do
    found[#found + 1] = path
  end
  table.sort(found)
  return found
end

-- The global names that are the same for all mods.
function M.globals()
  return {
    Action = seen(action.Action),
    Attackableness = layers.seen "Attackableness",
    AttackSourceTypes = freeze(stat_types.attack_sources, "AttackSourceTypes"),
    Chain = seen(chains.sorted),
    Decorators = freeze(decorators, "Decorators"),
    Entity = seen(Entity),
    Event = seen(event.class),
    GameObject = seen(GameObject),
    HowToReturn = freeze(stat_types.HowToReturn, "HowToReturn"),
    InventorySlots = layers.seen "InventorySlots",
    Item = seen(items.Item),
    Layers = layers.seen "Layers",
    Numbers = freeze({ rankMap = chains.rank_map }, "Numbers"),
    RankNumbers = rank_numbers,
    Ranks = freeze(chains.ranks, "Ranks"),
    Retouchers = freeze(retouchers, "Retouchers"),
    StatTypes = freeze(stat_types.types, "StatTypes"),
    StatusTypes = freeze(stat_types.status_types, "StatusTypes"),
    Vec = seen(vec.class),
    copyChains = globals.copyChains,
    decorate = globals.decorate,
  }
end

return M
