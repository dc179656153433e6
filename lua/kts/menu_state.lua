-- The state of an open menu: the table S that its functions get, the constraints on it, and selections.

local import, py = ...
local raise = import("core/errors").raise
local random = import "core/game/random"
local text = import "core/sandbox/text"

local huge = math.huge

local M = {}

-- Rounds after which constraints that keep changing the choices stop being applied.
local MOST_ROUNDS = 25
-- How often each item of a random quest is chosen.
local RANDOM_ROUNDS = 3

-- A value that a mod chose for an item: a whole number for a numeric item, or 0; the id of a choice, or of the first.
local function to_option(item, value)
  if item.numeric then
    return math.tointeger(value) or 0
  end
  local position = value ~= nil and item.position_of[value] or 1
  return item.choices[position].id
end

-- Replaces a value that a mod wrote into the state, and that is not one of the choices.
function M.settle_option(item, state)
  local value = state[item.id]
  local option = to_option(item, value)
  if option ~= value then
    py.kts_warn_option(item.id, text.shown(value), text.tostring(option))
    state[item.id] = option
  end
end

local function selected_choice(item, state)
  local value, choices = state[item.id], item.choices
  if not item.numeric then
    local choice = value ~= nil and choices[item.position_of[value]]
    if choice and choice.id == value then
      return choice
    end
  end
  M.settle_option(item, state)
  return not item.numeric and choices[item.position_of[state[item.id]]] or nil
end

-- Calls the functions of a name: of the menu, then, item by item, of the item and of its choice. `id` is
-- their second argument.
local function call_functions(menu, items, name, state, id)
  local fn = menu.source[name]
  if fn then
    fn(state, id)
  end
  for i = 1, #items do
    local item = items[i]
    fn = item.source[name]
    if fn then
      fn(state, id)
    end
    local choice = selected_choice(item, state)
    fn = choice and choice[name]
    if fn then
      fn(state, id)
    end
  end
end

-- Calls the functions of a name of the menu, of all items and of their choices.
function M.call_all(menu, state, name)
  call_functions(menu, menu.items, name, state)
end

-- Whether a constraint function of S leaves the choice at position i allowed, where its argument is at `position`.
local CONSTRAINTS = {
  Is = function(i, position) return i == position end,
  IsNot = function(i, position) return i ~= position end,
  IsAtLeast = function(i, position) return i >= position end,
  IsAtMost = function(i, position) return i <= position end,
}

-- A new state for a number of players and of teams, and validate(): applies the constraints until the choices agree,
-- and returns a function of an item and a position: whether that choice is allowed. The least numbers of players and
-- teams of a choice count only when a game starts.
function M.new(menu, players, teams)
  -- Players join a menu after initialize_func.
  local state = { num_players = 0, num_teams = 0 }
  -- Item id -> set of the positions that constraints remove; nil while no constrain functions run.
  local removed

  local function constrain(name, id, choice)
    local item = menu.by_id[id]
    if not item then
      raise("S." .. name .. ': there is no menu item "' .. text.tostring(id) .. '"')
    end
    local position = item.position_of[choice]
    if not position then
      raise("S." .. name .. ': the menu item "' .. id .. '" has no choice "' .. text.tostring(choice) .. '"')
    elseif not removed then
      raise("S." .. name .. " is called outside of a constrain function: call it only while constraints are applied")
    end
    local positions = removed[id] or {}
    removed[id] = positions
    for i = 1, #item.choices do
      if not CONSTRAINTS[name](i, position) then
        positions[i] = true
      end
    end
  end

  -- S.Is(id, choice) and S:Is(id, choice) are the same.
  for name in next, CONSTRAINTS do
    state[name] = function(first, second, third)
      if first == state then
        constrain(name, second, third)
      else
        constrain(name, first, second)
      end
    end
  end

  -- Whether there is a choice at a position of an item, and it is allowed where constraints remove `positions` or nil.
  local function is_allowed(item, position, positions)
    local choice = item.choices[position]
    return choice ~= nil and not (positions and positions[position]) and players <= (choice.max_players or huge)
      and teams <= (choice.max_teams or huge)
  end

  -- The allowed choice closest to the selected one, the earlier of two as close; nil when no choice is allowed.
  local function find_closest(item)
    local positions, position = removed[item.id], item.position_of[state[item.id]] or 1
    for distance = 0, #item.choices do
      if is_allowed(item, position - distance, positions) then
        return item.choices[position - distance]
      elseif is_allowed(item, position + distance, positions) then
        return item.choices[position + distance]
      end
    end
  end

  local function apply_constraints()
    removed = {}
    M.call_all(menu, state, "constrain")
    local has_changed = false
    for _, item in ipairs(menu.items) do
      local choice = not item.numeric and find_closest(item)
      if choice and choice.id ~= state[item.id] then
        state[item.id], has_changed = choice.id, true
      end
    end
    return has_changed
  end

  local function validate()
    for _ = 1, MOST_ROUNDS do
      if not apply_constraints() then
        break
      end
    end
    local last_removed = removed
    removed = nil
    return function(item, position)
      return is_allowed(item, position, last_removed[item.id])
    end
  end
  return state, validate
end

-- Chooses a value for an item: by its function, or among the choices that are allowed and for which there are enough
-- players and teams. A number without a function stays.
local function choose_randomly(menu_item, state, is_allowed, stream)
  if menu_item.source.randomize then
    return to_option(menu_item, menu_item.source.randomize(state, state.num_players, state.num_teams))
  end
  local ids = {}
  for i, choice in ipairs(menu_item.choices) do
    if is_allowed(menu_item, i) and state.num_players >= (choice.min_players or 0)
      and state.num_teams >= (choice.min_teams or 0) then
      ids[#ids + 1] = choice.id
    end
  end
  if menu_item.numeric or not ids[1] then
    return state[menu_item.id]
  end
  return ids[random.below(stream, #ids) + 1]
end

-- Chooses values for all items, in several rounds, because items constrain each other.
function M.randomize(menu, state, validate, stream)
  local is_allowed = validate()
  local function choose(item)
    M.select(menu, state, item, choose_randomly(item, state, is_allowed, stream))
    is_allowed = validate()
  end
  for _ = 1, RANDOM_ROUNDS do
    local order = {}
    for i, item in ipairs(menu.items) do
      order[i] = item
    end
    for _, item in ipairs(random.shuffle(stream, order)) do
      local before = {}
      for _, other in ipairs(menu.items) do
        before[other] = state[other.id]
      end
      choose(item)
      for _, other in ipairs(menu.items) do
        if other ~= item and state[other.id] ~= before[other] then
          choose(other)
        end
      end
    end
  end
end

local function refuse_few(item, choice, least, noun, count)
  py.kts_refuse_count(item.id, text.tostring(choice.id), "requires at least", least, noun, count)
end

-- Refuses to start a game with a choice that needs more players or teams; the first such item is named.
function M.check_minimums(menu, state, players, teams)
  for _, item in ipairs(menu.items) do
    local choice = selected_choice(item, state)
    if choice and players < (choice.min_players or 0) then
      refuse_few(item, choice, choice.min_players, "player", players)
    elseif choice and teams < (choice.min_teams or 0) then
      refuse_few(item, choice, choice.min_teams, "team", teams)
    end
  end
end

-- Python passes this value for `--set ITEM=random`: the item's function chooses.
local RANDOM = "\0random"

-- Whether a value that Python passes can be selected. A number is checked by Python.
function M.can_be(item, value)
  return item.numeric or value == RANDOM or item.position_of[value] ~= nil
end

-- Selects a value of an item, and calls the on_select functions.
function M.select(menu, state, item, value)
  if value == RANDOM then
    value = to_option(item, item.source.randomize(state, state.num_players, state.num_teams))
  end
  state[item.id] = value
  call_functions(menu, { item }, "on_select", state, item.id)
end

return M
