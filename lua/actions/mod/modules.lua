-- The modules of the host that mods require by the paths of Dungeon Hopper, and the global names that all mods share.

local import, py = ...
local action = import "actions/action/action"
local algorithms = import "actions/action/algorithms"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local constants = import "actions/constants"
local decorate = import "actions/decorators/decorate"
local decorator = import "actions/decorators/decorator"
local decorators = import "actions/decorators/decorators"
local effects = import "actions/action/effects"
local Entity = import "actions/entity/entity"
local errors = import "core/errors"
local event = import "actions/chain/event"
local GameObject = import "actions/entity/game_object"
local grid = import "actions/world/grid"
local handlers = import "actions/action/handlers"
local history = import "actions/entity/history"
local insides = import "actions/items/insides"
local interactors = import "actions/action/interactors"
local items = import "actions/items/item"
local movs = import "actions/sequence/movs"
local patterns = import "actions/items/pattern"
local retouchers = import "actions/retouchers"
local sequence = import "actions/sequence/sequence"
local signatures = import "core/border/signatures"
local stat_tinkers = import "actions/tinkers/stat_tinker"
local stat_types = import "actions/stats/stat_types"
local stats = import "actions/stats/stats"
local status = import "actions/status/status"
local target = import "actions/items/target"
local templates = import "actions/chain/template"
local tinkers = import "actions/tinkers/tinker"
local vec = import "actions/vec"
local weapons = import "actions/items/weapon"

local seen, freeze = class.seen, class.freeze
local ipairs, next, type = ipairs, next, type

local M = {}

-- Types of declarations. The host accepts any table that has the fields it reads.
signatures.kind("actions", "class", function(value)
  return class.class_of_mod(value) ~= nil
end, "a class")
signatures.kind("actions", "Vec", function(value)
  return type(value) == "table" and type(value.x) == "number" and type(value.y) == "number"
end, "a Vec")
signatures.kind("actions", "Event", function(value)
  return type(value) == "table"
end, "an event")
for _, name in ipairs { "Chain", "PlainChain" } do
  signatures.kind("actions", name, chains.is_chain, "a chain")
end

-- Adds the checks of arguments to the functions of a table, which are declared under a name.
local function declared(name, functions)
  return signatures.apply("actions", name, functions)
end

local global_functions = declared("", { copyChains = decorate.copy_chains, decorate = decorate.decorate })
declared("Decorators", decorators)
declared("handlers.utils", handlers.utils)
declared("Retouchers", retouchers)
for name, functions in next, retouchers do
  if type(functions) == "table" then
    declared("Retouchers." .. name, functions)
  end
end

local rank_numbers = freeze({ rankMap = chains.rank_map }, "RankNumbers")

-- Path -> module. Paths that begin with `logic.` may begin with `@` instead.
local modules = {
  ["lib.chains.ranks"] = freeze(chains.ranks, "Ranks"),
  ["lib.chains.schain"] = seen(chains.sorted),
  ["lib.chains.chain"] = seen(chains.plain),
  ["lib.chains.schaintemplate"] = seen(templates.sorted),
  ["lib.chains.chaintemplate"] = seen(templates.plain),
  ["lib.chains.numbers"] = rank_numbers,
  ["lib.cyclicbuf"] = seen(import "actions/items/cyclic_buffer"),
  ["lib.vec"] = seen(vec.class),
  ["modules.utils.handlers"] = freeze(declared("modules.utils.handlers", {
    turnToPlayer = handlers.turnToPlayer, checkOrthogonal = handlers.checkOrthogonal,
    checkNotMove = handlers.checkNotMove,
  }), "modules.utils.handlers"),
  ["render.changes"] = constants.seen "Changes",
  ["world.cell"] = seen(grid.Cell),
  ["world.grid"] = seen(grid.class),
  ["world.phases"] = constants.seen "phases",
  ["world.layers"] = constants.seen "Layers",
}

local logic = {
  ["action.action"] = seen(action.Action),
  ["action.handlers.basic"] = freeze(handlers.basic, "handlers.basic"),
  ["action.handlers.utils"] = freeze(handlers.utils, "handlers.utils"),
  ["algos.simple"] = algorithms.simple,
  ["algos.general"] = algorithms.general,
  ["base.entity"] = seen(Entity),
  ["base.event"] = seen(event.class),
  ["base.gameobject"] = seen(GameObject),
  ["base.utils"] = freeze(handlers.utils, "base.utils"),
  ["decorators.decorate"] = global_functions.decorate,
  ["decorators.decorator"] = seen(decorator.Decorator),
  ["decorators.decorators"] = freeze(decorators, "Decorators"),
  ["decorators.utils"] = freeze(declared("decorators.utils", {
    checkApplyCycle = decorator.check_apply_cycle, checkApplyPresetEvent = decorator.check_apply_preset,
    checkApplyCustomized = decorator.check_apply_customized, die = decorator.die, nothing = decorator.nothing,
    regChangeFunc = decorator.reg_change_func, convertToTargets = decorator.convert_to_targets,
  }), "decorators.utils"),
  ["history.history"] = seen(history.class),
  ["hp.hp"] = seen(import "actions/entity/hp"),
  ["insides.options"] = freeze(insides.Options, "Options"),
  ["interactors.do"] = freeze(interactors, "interactors.do"),
  ["items.item"] = seen(items.Item),
  ["items.insides.options"] = freeze(insides.Options, "Options"),
  ["items.insides.realizers"] = freeze(insides.realizers, "realizers"),
  ["items.insides.setup"] = freeze(insides.setup, "setup"),
  ["items.inventory.slots"] = constants.seen "InventorySlots",
  ["items.weapons.weapon"] = seen(weapons.Weapon),
  ["items.weapons.pattern"] = seen(patterns.Pattern),
  ["items.weapons.piece"] = seen(patterns.Piece),
  ["items.weapons.target"] = seen(target.class),
  ["items.weapons.chains.general"] = weapons.general,
  ["items.weapons.chains.hitall"] = weapons.hit_all,
  ["items.weapons.chains.check"] = weapons.check,
  ["retouchers.retouchers"] = freeze(retouchers, "Retouchers"),
  ["sequence.sequence"] = seen(sequence.Sequence),
  ["sequence.step"] = seen(sequence.Step),
  ["stats.stats"] = seen(stats.class),
  ["stats.stattypes"] = freeze(stat_types.types, "StatTypes"),
  ["status.status"] = seen(status.Status),
  ["status.option"] = seen(status.OptionStatus),
  ["status.optionstatus"] = seen(status.OptionStatus),
  ["status.flavor"] = seen(status.FlavorStatus),
  ["status.flavorstatus"] = seen(status.FlavorStatus),
  ["status.flavors.flavor"] = seen(status.Flavor),
  ["status.overlay"] = freeze(status.overlays, "overlay"),
  ["tinkers.tinker"] = seen(tinkers.Tinker),
  ["tinkers.reftinker"] = seen(tinkers.RefTinker),
  ["tinkers.storetinker"] = seen(tinkers.StoreTinker),
  ["tinkers.stattinker"] = seen(stat_tinkers.StatTinker),
  ["tinkers.refstattinker"] = seen(stat_tinkers.RefStatTinker),
  ["tinkers.storestattinker"] = seen(stat_tinkers.StoreStatTinker),
  ["tinkers.utils"] = freeze(declared("tinkers.utils", {
    SelfUntinkingTinker = tinkers.self_untinking,
  }), "tinkers.utils"),
}
for _, name in ipairs { "Attack", "Move", "Dig", "None", "Player" } do
  logic["action.actions." .. name:lower()] = seen(action[name .. "Action"])
end
for _, name in ipairs { "AttackMove", "AttackDig", "AttackDigMove" } do
  logic["action.actions." .. name:lower()] = seen(action[name])
end
for _, name in ipairs { "Effect", "Attack", "Push", "Dig", "Move" } do
  logic["action.effects." .. name:lower()] = seen(effects[name])
end
for name, value in next, decorators do
  logic["decorators." .. name:lower()] = seen(value)
end
for name, value in next, retouchers do
  logic["retouchers." .. name:lower()] = freeze(value, "Retouchers." .. name)
end
for name, fn in next, movs do
  logic["sequence.movs." .. name] = fn
end
for path, value in next, logic do
  modules["@" .. path], modules["logic." .. path] = value, value
end

local deprecated = modules["@tinkers.storestattinker"]

-- The module of a path, or nil. Notes the use of a deprecated one.
function M.find(path)
  local module = modules[path]
  if module ~= nil and module == deprecated then
    local message = "StoreStatTinker is deprecated: use a RefStatTinker with a table by entities"
    py.note_deprecated(message, errors.where())
  end
  return module
end

-- All paths, sorted.
function M.paths()
  local paths = {}
  for path in next, modules do
    paths[#paths + 1] = path
  end
  table.sort(paths)
  return paths
end

-- The global names that all mods share.
function M.globals()
  return {
    Action = modules["@action.action"],
    Attackableness = constants.seen "Attackableness",
    AttackSourceTypes = freeze(stat_types.attack_sources, "AttackSourceTypes"),
    Chain = seen(chains.sorted),
    Decorators = modules["@decorators.decorators"],
    Entity = seen(Entity),
    Event = seen(event.class),
    GameObject = seen(GameObject),
    HowToReturn = freeze(stat_types.HowToReturn, "HowToReturn"),
    InventorySlots = constants.seen "InventorySlots",
    Item = seen(items.Item),
    Layers = constants.seen "Layers",
    Numbers = freeze({ rankMap = chains.rank_map }, "Numbers"),
    RankNumbers = rank_numbers,
    Ranks = modules["lib.chains.ranks"],
    Retouchers = modules["@retouchers.retouchers"],
    StatTypes = modules["@stats.stattypes"],
    StatusTypes = freeze(stat_types.status_types, "StatusTypes"),
    Vec = seen(vec.class),
    copyChains = global_functions.copyChains,
    decorate = global_functions.decorate,
  }
end

return M
