-- Chain (sorted) and PlainChain: lists of handlers to which an event is passed. A sorted chain runs its handlers by
-- priority, the highest first, and handlers of the same rank in the order in which they were added. A plain chain runs
-- them in the order in which they were added.
--
-- A pass never sees a change of its own chain: handlers that are added or removed meanwhile count from the next pass
-- on.

local import = ...
local check_gaps = import "core/border/check_gaps"
local class = import "actions/class"
local errors = import "core/errors"
local need_table = import "actions/need_table"
local proxies = import "core/sandbox/proxies"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local table_library = import "core/sandbox/table_library"
local text = import "core/sandbox/text"

local raise = errors.raise
local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type
local move, remove = table.move, table.remove

local M = {}

local MOST_HANDLERS = 10000

local ranks = { LOWEST = 1, LOW = 2, MEDIUM = 3, HIGH = 4, HIGHEST = 5 }
-- Rank -> the priority of its first handler in a chain; each further handler of the rank is STEP below the one before.
local rank_map = { 100000, 200000, 300000, 400000, 500000 }
local STEP = 5
M.ranks, M.rank_map = ranks, rank_map

-- chain -> state: entries (list of { function, priority }); functions (of the entries, in order, or nil after a
-- change; a list is never changed, because a pass may be walking it); next_priority (rank -> the priority of its next
-- handler); is_shared (another chain has the same entries and next_priority); is_sorted; is_fixed; initial (the
-- functions that the chain had when its entity was created).
local states = setmetatable({}, { __mode = "k" })

local SortedChain = class.define "SortedChain"
local PlainChain = class.define "Chain"

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

-- A rank below 6 takes the next priority of that rank, a greater number is the priority itself.
local function take_priority(rank, next_priority)
  if rank >= 6 then
    return rank
  end
  local priority = next_priority[rank] or rank_map[rank]
  if not priority then
    raise("the rank of a handler is " .. text.shown(rank) .. ": must be one of Ranks, or a priority of 6 or more")
  end
  next_priority[rank] = priority - STEP
  return priority
end

local function has_higher_priority(a, b)
  return a[2] > b[2]
end

local function build_functions(state)
  local entries, functions = state.entries, {}
  if state.is_sorted then
    table_library.sort(entries, has_higher_priority)
  end
  for i = 1, #entries do
    functions[i] = entries[i][1]
  end
  state.functions = functions
  return functions
end

-- The state of a chain that is about to change.
local function begin_change(chain)
  local state = states[chain]
  if state.is_fixed then
    raise "the chain is the host's and cannot be changed: make one of your own, as Action.fromHandlers does"
  elseif state.is_shared then
    local next_priority = {}
    for rank, priority in next, state.next_priority do
      next_priority[rank] = priority
    end
    state.entries, state.next_priority = move(state.entries, 1, #state.entries, 1, {}), next_priority
    state.is_shared = false
  end
  state.functions = nil
  return state
end

local function add_handler(self, handler)
  local fn, rank = check_handler(handler)
  local state = begin_change(self)
  local entries = state.entries
  if #entries >= MOST_HANDLERS then
    raise("the chain has " .. MOST_HANDLERS .. " handlers: a chain may not have more")
  end
  entries[#entries + 1] = { fn, state.is_sorted and take_priority(rank, state.next_priority) or 0 }
end
M.add_handler = add_handler

local function add_handlers(self, handlers)
  check_gaps(handlers, "handlers")
  for i = 1, #handlers do
    add_handler(self, handlers[i])
  end
end

local function remove_handler(self, fn)
  if type(fn) == "table" then
    fn = fn[1]
  end
  for i, entry in ipairs(states[self].entries) do
    if entry[1] == fn then
      remove(begin_change(self).entries, i)
      return
    end
  end
end

local function check_propagate(event)
  need_table(event, "Chain.checkPropagate", event)
  return not event.propagate
end

-- Passes an event to the handlers and gives it back. `stop(event)` is asked after each handler whether the pass ends.
local function pass(self, event, stop)
  local state = states[self]
  if not state then
    raise("Chain.pass: self is " .. class.type_name(self) .. ": must be a chain (call it with a colon)")
  end
  local functions = state.functions or build_functions(state)
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

-- Whether a pass would call no handler.
function M.is_empty(chain)
  return not states[chain].entries[1]
end

for _, Chain in ipairs { SortedChain, PlainChain } do
  function Chain:__construct(handlers)
    states[self] = {
      entries = {}, functions = {}, next_priority = {}, is_sorted = Chain == SortedChain, initial = {},
    }
    add_handlers(self, handlers or {})
  end

  function Chain.fromList(handlers)
    return Chain(handlers)
  end

  function Chain.fromHandler(handler)
    return Chain { handler }
  end

  Chain.addHandler, Chain.addHandlers, Chain.removeHandler, Chain.pass = add_handler, add_handlers, remove_handler, pass
  Chain.checkPropagate = check_propagate
end

local sorted_meta, plain_meta = class.close(SortedChain, "Chain"), class.close(PlainChain, "PlainChain")
M.sorted, M.plain = SortedChain, PlainChain

-- Returns a copy of a chain. Chain and copy share their lists of handlers until one of the two chains changes.
function M.copy(chain)
  local state = states[chain]
  local functions = state.functions or build_functions(state)
  state.is_shared = true
  local copy = setmetatable({}, state.is_sorted and sorted_meta or plain_meta)
  states[copy] = {
    entries = state.entries, functions = functions, next_priority = state.next_priority, is_shared = true,
    is_sorted = state.is_sorted, initial = functions,
  }
  return copy
end

local FIXED_RULE = "a chain of the host cannot be changed"
local fixed_meta = proxies.lock("Chain", { __index = PlainChain }, FIXED_RULE)

-- The metatable of a fixed chain that is also the pair { chain, check }, which weapons take apart.
local function pair_meta(check)
  return proxies.lock("Chain", {
    __index = function(self, key)
      if key == "chain" then
        return self
      end
      return key == "check" and check or PlainChain[key]
    end,
  }, FIXED_RULE)
end

-- A plain chain that cannot be changed. With `check`, it has the fields `chain`, which is itself, and `check`.
function M.fixed(functions, check)
  local chain = setmetatable({}, check and pair_meta(check) or fixed_meta)
  local entries = {}
  for i, fn in ipairs(functions) do
    entries[i] = { fn, 0 }
  end
  states[chain] = { entries = entries, functions = functions, is_fixed = true, initial = functions }
  return chain
end

function M.is_chain(value)
  return states[value] ~= nil
end

-- Ends the creation of an entity: later changes of its chains belong to it and not to its class.
function M.note_birth(entity_chains)
  for _, chain in next, entity_chains do
    local state = states[chain]
    state.initial = state.functions or build_functions(state)
  end
end

local function counts_of(functions)
  local counts = {}
  for _, fn in ipairs(functions) do
    counts[fn] = (counts[fn] or 0) + 1
  end
  return counts
end

-- How a chain differs from the state at the creation of its entity: the added functions, in order; the positions of the
-- removed functions among the initial ones; and the initial functions.
function M.differences(chain)
  local state = states[chain]
  local functions, initial = state.functions or build_functions(state), state.initial
  if initial == functions then
    return {}, {}, initial
  end
  local left, added, removed, matched = counts_of(functions), {}, {}, {}
  for i, fn in ipairs(initial) do
    if (left[fn] or 0) > 0 then
      left[fn], matched[fn] = left[fn] - 1, (matched[fn] or 0) + 1
    else
      removed[#removed + 1] = i
    end
  end
  for _, fn in ipairs(functions) do
    if (matched[fn] or 0) > 0 then
      matched[fn] = matched[fn] - 1
    else
      added[#added + 1] = fn
    end
  end
  return added, removed, initial
end

return M
