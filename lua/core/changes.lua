-- Changes that mods make to what outlives a game, where the host sees them happen, and what of the host mods change;
-- core/freshness finds all others.

local getmetatable = debug.getmetatable

local M = {
  -- How many changes there were that core/freshness neither finds nor undoes.
  count = 0,
  -- What the last of them was about, for messages.
  last = "",
  -- How often changes began to be noted: what has another period is older than that.
  period = 0,
  -- Whether a mod has read a table out of the fields of a handle, which it can change unseen.
  has_read_fields = false,
  -- Tables of mods whose keys are in another order than when mods had loaded, with their titles; and the title of one
  -- that was walked since, or nil.
  disordered = {},
  walked_disordered = nil,
  -- Tables of the host that mods set: table -> title.
  tables = {},
  -- Functions of the host that differ by their variables, which mods set.
  settable = setmetatable({}, { __mode = "k" }),
  -- Functions with a state of their own, such as iterators, that were made before `begin`.
  stateful = setmetatable({}, { __mode = "k" }),
  -- Table -> its former metatable, or false; of the tables that are restored.
  metatables = {},
  -- Metatables in which a mod may set __eq: a set of the ones that are restored or that belong to tables that are
  -- restored, a list of others that mods have set since the last `restore`, and whether more were set than it holds.
  known_metatables = {},
  new_metatables = {},
  has_equality = false,
}

local watched
-- New metatables in a list at most: more count as one with __eq.
local MOST = 64

-- Begins to note changes; `tables` has a value for each table that is restored.
function M.begin(tables)
  watched, M.metatables, M.period = tables, {}, M.period + 1
end

-- Notes a change.
function M.note(subject)
  M.count, M.last = M.count + 1, subject
end

-- Notes that a mod is about to set the metatable of a table.
function M.note_metatable(target, meta)
  if watched and watched[target] and M.metatables[target] == nil then
    M.metatables[target] = getmetatable(target) or false
  end
  if watched and meta and watched[meta] then
    M.known_metatables[meta] = true
  elseif watched and meta then
    local n = #M.new_metatables
    M.has_equality = M.has_equality or n >= MOST
    M.new_metatables[n >= MOST and MOST or n + 1] = meta
  end
end

-- Marks a function that the host makes for a mod as one with a state of its own, and returns it.
function M.with_state(fn)
  if not watched then
    M.stateful[fn] = true
  end
  return fn
end

return M
