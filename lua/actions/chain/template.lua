-- ChainTemplate and PlainChainTemplate: the chains that each new entity of a class gets.

local import = ...
local chains = import "actions/chain/chain"
local class = import "actions/class"
local errors = import "core/errors"
local loader = import "core/loader"
local proxies = import "core/sandbox/proxies"
local refuse_unknown = import "actions/mod/unknown_name"

local raise = errors.raise

local M = {}

local MOST_CHAINS = 1000

-- template -> { names (of its chains, in order), chains (name -> { entries, functions, next_priority }), is_sorted,
-- owner (the mod of the class for which it was created, or nil) }.
local states = setmetatable({}, { __mode = "k" })

local function state_of(template, method)
  local state = states[template] or states[class.raw(template)]
  if not state then
    raise("ChainTemplate." .. method .. ": self is " .. class.type_name(template)
      .. ": must be a chain template (call it with a colon)")
  end
  return state
end

-- Mods reach the template of a class of another mod through its entities, but must not change it.
local function check_change(state)
  local owner = state.owner
  local running = owner and loader.running_mod()
  if running and not proxies.may_change(running, owner) then
    raise("the chain template belongs to mod " .. owner.id .. " and is read-only here: name " .. owner.id
      .. " under [dependencies] to change it")
  end
end

local function define(name, is_sorted)
  local Template = class.define(name)

  function Template:__construct()
    states[self] = { names = {}, chains = {}, is_sorted = is_sorted }
  end

  function Template:addChain(chain_name)
    local state = state_of(self, "addChain")
    check_change(state)
    if not state.chains[chain_name] then
      if #state.names >= MOST_CHAINS then
        raise("the chain template has " .. MOST_CHAINS .. " chains: a template may not have more")
      end
      state.names[#state.names + 1] = chain_name
      state.chains[chain_name] = { entries = {}, functions = {}, next_priority = {} }
    end
  end

  function Template:isSetChain(chain_name)
    return state_of(self, "isSetChain").chains[chain_name] ~= nil
  end

  function Template:addHandler(chain_name, handler)
    local state = state_of(self, "addHandler")
    check_change(state)
    local chain = state.chains[chain_name]
    if not chain then
      refuse_unknown('the chain template has no chain "' .. chain_name .. '"', chain_name, state.names)
    end
    local entry = chains.new_entry(handler, is_sorted and chain.next_priority or nil)
    chains.check_size(#chain.entries, " " .. chain_name)
    -- New lists: entities that exist already share the old ones.
    chain.entries, chain.functions = chains.with_entries(chain.entries, { entry }, is_sorted)
  end

  function Template:init()
    local state, entity_chains = state_of(self, "init"), {}
    for _, chain_name in ipairs(state.names) do
      local chain = state.chains[chain_name]
      entity_chains[chain_name] = chains.from_template(chain.entries, chain.functions, chain.next_priority, is_sorted)
    end
    return entity_chains
  end

  function Template:clone()
    local state, copy = state_of(self, "clone"), Template()
    local copied = states[copy]
    for i, chain_name in ipairs(state.names) do
      local chain = state.chains[chain_name]
      copied.names[i] = chain_name
      copied.chains[chain_name] = {
        entries = chain.entries, functions = chain.functions, next_priority = chains.copy_of(chain.next_priority),
      }
    end
    return copy
  end

  class.close(Template)
  return Template
end

M.sorted, M.plain = define("ChainTemplate", true), define("PlainChainTemplate", false)

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
