-- ChainTemplate and PlainChainTemplate: the chains that each new entity of a class gets.

local import, py = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local errors = import "core/errors"
local loader = import "core/loader"
local proxies = import "core/sandbox/proxies"
local typos = import "core/typos"

local raise = errors.raise

local M = {}

local MOST_CHAINS = 1000
local MOST_NAMES = 10000

-- The names of the chains of all templates and decorators, up to MOST_NAMES, and their number.
local known_names, name_count = {}, 0

-- template -> { names (of its chains, in order), chains (name -> chain), owner (the mod of the class for which it was
-- created, or nil) }.
local states = setmetatable({}, { __mode = "k" })

-- Notes the name of a chain that entities may have.
function M.note_name(name)
  if not known_names[name] and name_count < MOST_NAMES then
    known_names[name], name_count = true, name_count + 1
  end
end

-- A hint at the chain that is meant by a name which no chain has, if there is a similar one; else nil.
function M.find_misspelled(name)
  if type(name) == "string" and not known_names[name] and name_count < MOST_NAMES then
    return py.suggest(name, table.concat(typos.keys(known_names), "\0"))
  end
end

local function state_of(template)
  return states[template] or states[class.raw(template)]
end

-- Mods reach the template of a class of another mod through its entities, but must not change it.
local function state_for_change(template)
  local state = state_of(template)
  local owner = state.owner
  local running = owner and loader.running_mod()
  if owner and not (running and proxies.may_change(running, owner)) then
    raise("the chain template belongs to mod " .. owner.id .. " and is read-only here: name " .. owner.id
      .. " under [dependencies] to change it")
  end
  return state
end

local function copy_chains(state)
  local copies = {}
  for _, chain_name in ipairs(state.names) do
    copies[chain_name] = chains.copy(state.chains[chain_name])
  end
  return copies
end

local function define(name, Chain)
  local Template = class.define(name)

  function Template:__construct()
    states[self] = { names = {}, chains = {} }
  end

  function Template:addChain(chain_name)
    local state = state_for_change(self)
    if not state.chains[chain_name] then
      if #state.names >= MOST_CHAINS then
        raise("the chain template has " .. MOST_CHAINS .. " chains: a template may not have more")
      end
      M.note_name(chain_name)
      state.names[#state.names + 1] = chain_name
      state.chains[chain_name] = Chain()
    end
  end

  function Template:isSetChain(chain_name)
    return state_of(self).chains[chain_name] ~= nil
  end

  function Template:addHandler(chain_name, handler)
    local state = state_for_change(self)
    local chain = state.chains[chain_name]
    if not chain then
      typos.refuse('the chain template has no chain "' .. chain_name .. '"', chain_name, state.chains)
    end
    chains.add_handler(chain, handler)
  end

  function Template:init()
    return copy_chains(state_of(self))
  end

  function Template:clone()
    local state, copy = state_of(self), Template()
    states[copy].names = table.move(state.names, 1, #state.names, 1, {})
    states[copy].chains = copy_chains(state)
    return copy
  end

  class.close(Template)
  return Template
end

M.sorted, M.plain = define("ChainTemplate", chains.sorted), define("PlainChainTemplate", chains.plain)

function M.is_template(value)
  return states[value] ~= nil
end

-- The mod that may change a template, or nil.
function M.owner(template)
  return states[template].owner
end

function M.set_owner(template, mod)
  states[template].owner = mod
end

return M
