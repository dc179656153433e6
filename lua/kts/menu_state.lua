-- The state of an open menu: the table S that its functions get, the constraints on it, and selections.

local import = ...
local raise = import("core/errors").raise
local text = import "core/sandbox/text"

local ipairs, next = ipairs, next
local huge, tointeger = math.huge, math.tointeger

local M = {}

-- Rounds after which constraints that keep changing the choices stop being applied.
local MOST_ROUNDS = 25

-- Checks that what mods wrote into the state is one of the choices.
function M.check_option(item, state)
  local value = state[item.id]
  if item.numeric and not tointeger(value) or not item.numeric and (value == nil or not item.position_of[value]) then
    raise("the option " .. item.id .. " has become " .. text.shown(value) .. ": must be "
      .. (item.numeric and "a whole number" or "the id of one of its choices"))
  end
end

local function selected_choice(item, state)
  M.check_option(item, state)
  return not item.numeric and item.choices[item.position_of[state[item.id]]] or nil
end

-- Calls the functions of a name: that of the menu, then, item by item, that of the item and that of its choice. `id` is
-- their second argument.
local function call_functions(menu, items, name, state, id)
  local function call(owner)
    if owner and owner[name] then
      owner[name](state, id)
    end
  end
  call(menu.source)
  for _, item in ipairs(items) do
    call(item.source)
    call(selected_choice(item, state))
  end
end

-- Calls the functions of a name of the menu, of all items and of their choices.
function M.call_all(menu, state, name)
  call_functions(menu, menu.items, name, state)
end

-- Whether a constraint function of S leaves the choice at position i allowed, `position` being that of its argument.
local CONSTRAINTS = {
  Is = function(i, position) return i == position end,
  IsNot = function(i, position) return i ~= position end,
  IsAtLeast = function(i, position) return i >= position end,
  IsAtMost = function(i, position) return i <= position end,
}

-- A new state, and validate(strict): applies the constraints until the choices agree, and returns item id -> position
-- of a choice -> whether it is allowed. `strict` also applies the least numbers of players and teams.
function M.new(menu, players)
  local state = { num_players = players, num_teams = 0 }
  -- As `validate` returns it; nil while no constrain functions run.
  local allowed

  local function constrain(name, id, choice)
    local item = menu.by_id[id]
    if not item then
      raise("S." .. name .. ': there is no menu item "' .. text.tostring(id) .. '"')
    end
    local position = item.position_of[choice]
    if not position then
      raise("S." .. name .. ': the menu item "' .. id .. '" has no choice "' .. text.tostring(choice) .. '"')
    elseif not allowed then
      raise("S." .. name .. " is called outside of a constrain function: call it only while constraints are applied")
    end
    for i = 1, #item.choices do
      allowed[id][i] = allowed[id][i] and CONSTRAINTS[name](i, position)
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

  local function is_allowed(choice, strict)
    local teams = state.num_teams
    return players <= (choice.max_players or huge) and teams <= (choice.max_teams or huge)
      and (not strict or players >= (choice.min_players or 0) and teams >= (choice.min_teams or 0))
  end

  -- The position of the allowed choice closest to the selected one, the earlier of two as close; nil when no choice is
  -- allowed.
  local function find_closest(item)
    local row, position = allowed[item.id], item.position_of[state[item.id]] or 1
    for distance = 0, #item.choices do
      if row[position - distance] then
        return position - distance
      elseif row[position + distance] then
        return position + distance
      end
    end
  end

  local function apply_constraints(strict)
    allowed = {}
    for _, item in ipairs(menu.items) do
      local row = {}
      for i, choice in ipairs(item.choices) do
        row[i] = is_allowed(choice, strict)
      end
      allowed[item.id] = row
    end
    M.call_all(menu, state, "constrain")
    local has_changed = false
    for _, item in ipairs(menu.items) do
      local position = not item.numeric and find_closest(item)
      if position and item.choices[position].id ~= state[item.id] then
        state[item.id], has_changed = item.choices[position].id, true
      end
    end
    return has_changed
  end

  local function validate(strict)
    for _ = 1, MOST_ROUNDS do
      if not apply_constraints(strict) then
        break
      end
    end
    local result = allowed
    allowed = nil
    return result
  end
  return state, validate
end

-- Python passes this value for `--set ITEM=random`: the item's own function chooses.
local RANDOM = "\0random"

-- Selects a value of an item, and calls the on_select functions.
function M.select(menu, state, item, value)
  if value == RANDOM then
    value = item.source.randomize(state, state.num_players, state.num_teams)
    if item.position_of[value] == nil and not (item.numeric and tointeger(value)) then
      raise('randomize of the menu item "' .. item.id .. '" returned ' .. text.tostring(value)
        .. ": must be the id of one of its choices")
    end
  end
  state[item.id] = value
  call_functions(menu, { item }, "on_select", state, item.id)
end

return M
