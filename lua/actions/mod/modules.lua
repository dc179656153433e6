-- What mods find by declared names: as global names, and through the modules that they require by the paths of Dungeon
-- Hopper. The declarations say which name a path stands for.

local import, py = ...
local algorithms = import "actions/action/algorithms"
local chains = import "actions/chain/chain"
local class = import "actions/class"
local constants = import "actions/constants"
local decorate = import "actions/decorators/decorate"
local decorator = import "actions/decorators/decorator"
local decorators = import "actions/decorators/catalogue"
local errors = import "core/errors"
local extensions = import "actions/extensions/globals"
local handlers = import "actions/action/handlers"
local histories = import "actions/entity/history"
local insides = import "actions/items/insides"
local interactors = import "actions/action/interactors"
local movs = import "actions/sequence/movs"
local nodes = import "actions/generator/nodes"
local retouchers = import "actions/retouchers"
local screen = import "actions/mod/screen"
local sequences = import "actions/sequence/sequence"
local signatures = import "core/border/signatures"
local stat_types = import "actions/stats/stat_types"
local status = import "actions/status/status"
local steps = import "actions/sequence/step"
local target_chains = import "actions/chain/target_chains"
local tinkers = import "actions/tinkers/tinker"
local weapons = import "actions/items/weapon"
-- Classes that only mods use.
import "actions/entity/hp_container"
import "actions/tinkers/stat_tinker"
import "actions/world/synchronizer"
import "actions/world/world"

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

-- Declared name -> table of functions or constants; "" has functions without an owner.
local tables = {
  [""] = { copyChains = decorate.copy_chains, decorate = decorate.decorate },
  algos = algorithms,
  ["base.utils"] = handlers.of_decorators,
  Attackableness = constants.Attackableness,
  AttackSourceTypes = stat_types.attack_sources,
  Changes = constants.Changes,
  Decorators = decorators,
  ["decorators.utils"] = {
    checkApplyCycle = decorator.check_apply_cycle, checkApplyPresetEvent = decorator.check_apply_preset,
    checkApplyCustomized = decorator.check_apply_customized, die = decorator.die, nothing = decorator.nothing,
    regChangeFunc = decorator.reg_change_func, convertToTargets = decorator.convert_to_targets,
  },
  ["decorators.stats.data"] = {
    StatTypes = stat_types.types, StatConfigs = stat_types.configs, StatsHowToReturn = stat_types.hows,
  },
  generation = nodes,
  ["handlers.basic"] = handlers.basic,
  ["handlers.utils"] = handlers.utils,
  history = { event = histories.event },
  HowToReturn = stat_types.HowToReturn,
  interactors = interactors,
  InventorySlots = constants.InventorySlots,
  Layers = constants.Layers,
  -- `done` stands for modules whose work the host has done already, `screen` for those that draw and read keys.
  modules = { done = true, screen = screen },
  ["modules.utils.handlers"] = handlers.of_players,
  ["modules.utils.modchain"] = target_chains,
  movs = movs,
  ["movs.utils"] = movs.utils,
  Numbers = { rankMap = chains.rank_map },
  Options = insides.Options,
  overlay = status.overlays,
  phases = constants.phases,
  RankNumbers = { rankMap = chains.rank_map },
  Ranks = chains.ranks,
  realizers = insides.realizers,
  Retouchers = retouchers,
  sequence = { init = sequences.new_steps },
  ["sequence.utils"] = { traverseChainFunction = steps.traverse, optionalChain = steps.optional_chain },
  setup = insides.setup,
  StatTypes = stat_types.types,
  StatusTypes = stat_types.status_types,
  tinkers = { id = tinkers.next_id },
  ["tinkers.components"] = { move = tinkers.move_component },
  ["tinkers.utils"] = { SelfUntinkingTinker = tinkers.self_untinking },
  ["weapons.chains"] = { general = weapons.general, hitall = weapons.hit_all, check = weapons.check },
  ["weapons.chains.checks"] = weapons.checks,
  ["weapons.chains.filters"] = weapons.filters,
  ["weapons.chains.utils"] = weapons.utils,
}
for name, retoucher_group in next, retouchers do
  tables["Retouchers." .. name] = type(retoucher_group) == "table" and retoucher_group or nil
end
for name, functions in next, tables do
  class.freeze(signatures.apply("actions", name, functions), name)
end

tables[""].ins = extensions.functions.ins

-- What mods find by a declared name.
function M.value(name)
  local declared_class = class.declared(name)
  if declared_class then
    return class.seen(declared_class)
  elseif tables[name] then
    return class.freeze(tables[name], name)
  end
  local owner, key = string.match(name, "^(.-)%.?([^.]+)$")
  return class.freeze(tables[owner][key], name)
end

-- Path of a module -> declared name.
local names = {}
for path, name in string.gmatch(py.declared_modules "actions", "([^\0]+)\0([^\0]+)") do
  names[path] = name
end

-- The declared name of the module of a path, or nil. Paths that begin with `@` may begin with `logic.` instead. Notes
-- the use of a deprecated module.
function M.name(path)
  local name = names[string.gsub(path, "^logic%.", "@")]
  if name == "StoreStatTinker" then
    py.note_deprecated("StoreStatTinker is deprecated: use a RefStatTinker with a table by entities", errors.where())
  end
  return name
end

local ENGINE = { composer = true, config = true, main = true, menu = true }

-- Whether a path is one of the engine and the screens of Dungeon Hopper, beside those that are declared.
function M.is_of_engine(path)
  return ENGINE[path] or string.match(path, "^engine%.") ~= nil
end

-- All paths, sorted.
function M.paths()
  local paths = {}
  for path in next, names do
    paths[#paths + 1] = path
    paths[#paths + 1] = string.match(path, "^@") and string.gsub(path, "^@", "logic.") or nil
  end
  table.sort(paths)
  return paths
end

-- The names that are global in each mod.
local GLOBALS = {
  "Action", "Attackableness", "AttackSourceTypes", "Chain", "ChainTemplate", "Decorators", "Entity", "Event",
  "GameObject", "Generator", "HowToReturn", "InventorySlots", "Item", "Layers", "Numbers", "RankNumbers", "Ranks",
  "Retouchers", "StatTypes", "StatusTypes", "Vec", "copyChains", "decorate",
}

function M.globals()
  local globals = {}
  for _, name in ipairs(GLOBALS) do
    globals[name] = M.value(name)
  end
  return globals
end

return M
