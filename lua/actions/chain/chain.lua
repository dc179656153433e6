-- Chains: lists of handlers, through which an event passes, and their templates. Those of the sorted kind run by
-- priority, greater first, then in the order in which they were added; the plain ones in that order alone.
--
-- A chain never changes the list that is being walked: what handlers add and remove counts from the next pass on.

local import, py = ...
local class = import "actions/class"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local signatures = import "core/border/signatures"
local table_library = import "core/sandbox/table_library"

local raise = errors.raise
local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type
local concat, move, remove = table.concat, table.move, table.remove

local M = {}

local MOST_HANDLERS = 10000
local MOST_CHAINS = 1000

local ranks = { LOWEST = 1, LOW = 2, MEDIUM = 3, HIGH = 4, HIGHEST = 5 }
-- Where the numbers of a rank begin, and by how much each handler of a chain is below the one before.
local rank_map = { 100000, 200000, 300000, 400000, 500000 }
local STEP = 5
M.ranks, M.rank_map = ranks, rank_map

-- chain -> { entries, functions (those of the entries, in order; never changed, only exchanged), next_of (rank -> its
-- next number), sorted, removed, added (what waits for the next pass), shared (entries belong to a template) }.
-- An entry: { fn, priority }.
local states = setmetatable({}, { __mode = "k" })

local SortedChain = class.define "SortedChain"
local Chain = class.define "Chain"

local function check_handler(handler)
  local fn, rank = handler, ranks.MEDIUM
  if type(handler) == "table" and class.of(handler) == nil then
    fn, rank = handler[1], handler[2]
    if rank == nil then
      rank = ranks.MEDIUM
    elseif type(rank) ~= "number" or rank ~= rank then
      raise("Expected the rank of a handler to be a number, got " .. stable_order.type(rank))
    end
  end
  if type(fn) ~= "function" then
    raise("Expected handler to be a function, got " .. stable_order.type(fn))
  end
  return fn, rank
end

-- An entry for a handler, with the number that it gets in a chain whose next numbers are `next_of`.
local function entry(next_of, fn, rank)
  if rank >= 6 then
    return { fn, rank }
  end
  local base = rank_map[rank] or rank_map[1]
  local number = next_of[rank] or base
  next_of[rank] = number - STEP
  return { fn, number }
end

local function greater(a, b)
  return a[2] > b[2]
end

local function functions_of(entries)
  local functions = {}
  for i = 1, #entries do
    functions[i] = entries[i][1]
  end
  return functions
end

local function apply(state)
  local entries = move(state.entries, 1, #state.entries, 1, {})
  for _, fn in ipairs(state.removed) do
    for i = 1, #entries do
      if entries[i][1] == fn then
        remove(entries, i)
        break
      end
    end
  end
  for _, added in ipairs(state.added) do
    entries[#entries + 1] = added
  end
  if state.sorted then
    table_library.sort(entries, greater)
  end
  state.born = state.born or state.functions
  state.entries, state.functions, state.removed, state.added, state.changed = entries, functions_of(entries), nil, nil, false
end

local function change(state)
  if state.fixed then
    raise "the chain is the host's and cannot be changed: make one of your own, as Action.fromHandlers does"
  elseif not state.changed then
    state.changed, state.removed, state.added = true, {}, {}
  end
end

local function state_of(chain, name)
  local state = states[chain]
  if not state then
    raise("Chain." .. name .. ": " .. class.type_name(chain) .. " was given: must be a chain (call it with a colon)")
  end
  return state
end

local function add_handler(self, handler)
  local state = state_of(self, "addHandler")
  local fn, rank = check_handler(handler)
  if #state.entries + (state.changed and #state.added or 0) >= MOST_HANDLERS then
    raise("the chain has " .. MOST_HANDLERS .. " handlers: that is the most it may have")
  end
  change(state)
  if state.sorted then
    if state.shared then
      -- The numbers that the template has given are known to the chain, too.
      local own = {}
      for key, number in next, state.next_of do
        own[key] = number
      end
      state.next_of, state.shared = own, false
    end
    state.added[#state.added + 1] = entry(state.next_of, fn, rank)
  else
    state.added[#state.added + 1] = { fn, 0 }
  end
end

local function add_handlers(self, handlers)
  for i = 1, #handlers do
    add_handler(self, handlers[i])
  end
end

local function construct(sorted)
  return function(self, handlers)
    states[self] = { entries = {}, functions = {}, next_of = {}, sorted = sorted, changed = false }
    if handlers ~= nil then
      add_handlers(self, handlers)
    end
  end
end

local function remove_handler(self, fn)
  local state = state_of(self, "removeHandler")
  if type(fn) == "table" then
    fn = fn[1]
  end
  local left = 0
  for i = 1, #state.functions do
    left = left + (state.functions[i] == fn and 1 or 0)
  end
  if state.changed then
    for _, removed in ipairs(state.removed) do
      left = left - (removed == fn and 1 or 0)
    end
  end
  if left > 0 then
    change(state)
    state.removed[#state.removed + 1] = fn
  elseif state.changed then
    for i, added in ipairs(state.added) do
      if added[1] == fn then
        remove(state.added, i)
        break
      end
    end
  end
end

local function check_propagate(event)
  if type(event) ~= "table" then
    signatures.refuse("actions", "Chain.checkPropagate", event)
  end
  return not event.propagate
end

-- Lets an event pass, and gives it back; `stop(event)` is asked after each handler whether the walk ends.
local function pass(self, event, stop)
  local state = states[self] or state_of(self, "pass")
  if state.changed then
    apply(state)
  end
  local functions = state.functions
  if stop == check_propagate then
    for i = 1, #functions do
      functions[i](event)
      if not event.propagate then
        return event
      end
    end
  elseif stop then
    if type(stop) ~= "function" then
      signatures.refuse("actions", "Chain:pass", self, event, stop)
    end
    for i = 1, #functions do
      functions[i](event)
      if stop(event) then
        return event
      end
    end
  else
    for i = 1, #functions do
      functions[i](event)
    end
  end
  return event
end

M.pass, M.check_propagate = pass, check_propagate

-- Whether a pass would call anybody.
function M.is_empty(chain)
  local state = states[chain]
  return not state.changed and not state.functions[1]
end

for _, kind in ipairs { SortedChain, Chain } do
  kind.__construct = construct(kind == SortedChain)
  kind.addHandler, kind.addHandlers, kind.removeHandler, kind.pass = add_handler, add_handlers, remove_handler, pass
  kind.checkPropagate = check_propagate
end

function SortedChain.fromList(handlers)
  return SortedChain(handlers)
end

function SortedChain.fromHandler(handler)
  return SortedChain { handler }
end

function Chain.fromList(handlers)
  return Chain(handlers)
end

function Chain.fromHandler(handler)
  return Chain { handler }
end

local metas = { [SortedChain] = class.close(SortedChain, "Chain"), [Chain] = class.close(Chain, "PlainChain") }
M.sorted, M.plain = SortedChain, Chain

-- A chain of functions that nobody changes.
local fixed_meta = {
  __index = Chain,
  __metatable = false,
  __newindex = function()
    raise "a chain of the host cannot be changed"
  end,
}

function M.fixed(functions)
  local chain = setmetatable({}, fixed_meta)
  class.lock(chain, "Chain")
  local entries = {}
  for i, fn in ipairs(functions) do
    entries[i] = { fn, 0 }
  end
  states[chain] = { entries = entries, functions = functions, fixed = true, changed = false }
  return chain
end

function M.is_chain(value)
  return states[value] ~= nil
end

-- Notes what the chains of a new entity are: what comes to them later is its own.
function M.note_birth(made)
  for _, chain in next, made do
    local state = states[chain]
    if state.changed then
      apply(state)
      state.born = state.functions
    end
  end
end

-- How a chain differs from what it was when its entity was new: the functions that were added, in order, and the positions
-- of those that were removed, among what it had then; and that.
function M.differences(chain)
  local state = states[chain]
  if state.changed then
    apply(state)
  end
  local born = state.born or state.functions
  if born == state.functions then
    return {}, {}, born
  end
  local left = {}
  for _, fn in ipairs(state.functions) do
    left[fn] = (left[fn] or 0) + 1
  end
  local added, removed, of_birth = {}, {}, {}
  for i, fn in ipairs(born) do
    if (left[fn] or 0) > 0 then
      left[fn], of_birth[fn] = left[fn] - 1, (of_birth[fn] or 0) + 1
    else
      removed[#removed + 1] = i
    end
  end
  for _, fn in ipairs(state.functions) do
    if (of_birth[fn] or 0) > 0 then
      of_birth[fn] = of_birth[fn] - 1
    else
      added[#added + 1] = fn
    end
  end
  return added, removed, born
end

-- Templates: what each new entity of a class gets as its chains.

-- template -> { names (in order), chains (name -> { entries, next_of, functions }), sorted }.
local templates = setmetatable({}, { __mode = "k" })

local function template_state(template, name)
  local state = templates[template] or templates[class.raw(template)]
  if not state then
    raise("ChainTemplate." .. name .. ": " .. class.type_name(template)
      .. " was given: must be a chain template (call it with a colon)")
  end
  return state
end

-- Called with a template that is about to change; raises when that is not the running mod's to do.
local check_change

function M.on_template_change(check)
  check_change = check
end

local function define_template(title, sorted)
  local Template = class.define(title)

  function Template:__construct()
    templates[self] = { names = {}, chains = {}, sorted = sorted }
  end

  function Template:addChain(name)
    local state = template_state(self, "addChain")
    check_change(class.raw(self))
    if not state.chains[name] then
      if #state.names >= MOST_CHAINS then
        raise("a chain template holds " .. MOST_CHAINS .. " chains: that is the most it may hold")
      end
      state.names[#state.names + 1] = name
      state.chains[name] = { entries = {}, next_of = {}, functions = {} }
    end
  end

  function Template:isSetChain(name)
    return template_state(self, "isSetChain").chains[name] ~= nil
  end

  function Template:addHandler(name, handler)
    local state = template_state(self, "addHandler")
    check_change(class.raw(self))
    local chain = state.chains[name]
    if not chain then
      py.refuse_name("the chain template has no chain \"" .. name .. "\"", name, concat(state.names, "\0"))
    end
    local fn, rank = check_handler(handler)
    local entries = chain.entries
    if #entries >= MOST_HANDLERS then
      raise("the chain " .. name .. " has " .. MOST_HANDLERS .. " handlers: that is the most it may have")
    end
    -- Chains that were made before keep what they were given.
    entries = move(entries, 1, #entries, 1, {})
    entries[#entries + 1] = sorted and entry(chain.next_of, fn, rank) or { fn, 0 }
    if sorted then
      table_library.sort(entries, greater)
    end
    chain.entries, chain.functions = entries, functions_of(entries)
  end

  function Template:init()
    local state, made = template_state(self, "init"), {}
    local meta, chains = metas[sorted and SortedChain or Chain], state.chains
    for _, name in ipairs(state.names) do
      local from = chains[name]
      local chain = setmetatable({}, meta)
      states[chain] = {
        entries = from.entries,
        functions = from.functions,
        next_of = from.next_of,
        sorted = sorted,
        shared = true,
        changed = false,
      }
      made[name] = chain
    end
    return made
  end

  function Template:clone()
    local state, copy = template_state(self, "clone"), Template()
    local into = templates[copy]
    for i, name in ipairs(state.names) do
      local from = state.chains[name]
      local next_of = {}
      for rank, number in next, from.next_of do
        next_of[rank] = number
      end
      into.names[i] = name
      into.chains[name] = { entries = from.entries, functions = from.functions, next_of = next_of }
    end
    return copy
  end

  class.close(Template)
  return Template
end

M.sorted_template = define_template("ChainTemplate", true)
M.plain_template = define_template("PlainChainTemplate", false)

function M.is_template(value)
  return templates[value] ~= nil
end

return M
