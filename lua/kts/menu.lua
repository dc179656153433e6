-- The quest menu: reads it, keeps its choices consistent, and starts a game from it.

local import, py = ...
local errors = import "core/errors"
local game = import "kts/game"
local loader = import "core/loader"
local typos = import "core/typos"
local text = import "core/sandbox/text"
local values = import "core/border/values"
local variables = import "kts/variables"

local is_callable, raise = values.is_callable, errors.raise
local ipairs, type = ipairs, type
local tointeger = math.tointeger

local M = {}

local NO_LIMIT = 9999999
local MOST_ROUNDS = 25
local MOST_CHOICES = 10000
local MOST_ITEMS = 1000

local MENU_FIELDS = typos.names(
  "items initialize_func prepare_game_func start_game_func describe_quest_func on_select constrain features text title")
local ITEM_FIELDS = typos.names(
  "id type text text_key show choices choice_min choice_max default digits suffix help help_func randomize on_select "
  .. "constrain features")
local CHOICE_FIELDS = typos.names(
  "id text text_key help on_select constrain features min_players max_players min_teams max_teams")

local function check_function(value, path)
  if value ~= nil and not is_callable(value) then
    raise(path .. " is a " .. text.type_name(value) .. ": must be a function")
  end
end

local function check_number(value, path)
  if value ~= nil and type(value) ~= "number" then
    raise(path .. " is " .. text.shown(value) .. ": must be a number")
  end
end

local function read_choices(item, path)
  if item.choices ~= nil then
    if item.choice_min ~= nil or item.choice_max ~= nil then
      raise(path .. " has both choices and choice_min or choice_max: must have one of the two")
    elseif type(item.choices) ~= "table" then
      raise(path .. ".choices is a " .. text.type_name(item.choices) .. ": must be a list of tables with an id")
    end
    local choices = {}
    for i, choice in ipairs(item.choices) do
      if i > MOST_CHOICES then
        raise(path .. " has more than " .. MOST_CHOICES .. " choices: that is the most it may have")
      end
      local where = path .. ".choices[" .. i .. "]"
      if type(choice) ~= "table" then
        raise(where .. " is a " .. text.type_name(choice) .. ": must be a table with an id")
      end
      local kind = type(choice.id)
      if kind ~= "string" and kind ~= "number" and kind ~= "boolean" then
        raise(where .. ".id is a " .. text.type_name(choice.id) .. ": must be a string, a number or a boolean")
      end
      for _, name in ipairs { "on_select", "constrain", "features" } do
        check_function(choice[name], where .. "." .. name)
      end
      for _, name in ipairs { "min_players", "max_players", "min_teams", "max_teams" } do
        check_number(choice[name], where .. "." .. name)
      end
      typos.check(choice, CHOICE_FIELDS, where)
      choices[i] = choice
    end
    return choices
  end
  local low, high = tointeger(item.choice_min), tointeger(item.choice_max)
  if item.choice_min == nil and item.choice_max == nil then
    return {}
  elseif not low or not high or high < low or high - low > MOST_CHOICES then
    raise(path .. " must have whole numbers choice_min and choice_max, the second not less than the first")
  end
  local choices = {}
  for id = low, high do
    choices[#choices + 1] = { id = id }
  end
  return choices
end

local function read_item(item, i, known)
  local path = "kts.MENU.items[" .. i .. "]"
  if type(item) ~= "table" then
    raise(path .. " is " .. (item == nil and "nil" or "a " .. text.type_name(item))
      .. ': must be a table with an id, or "spacer"')
  elseif type(item.id) ~= "string" then
    raise(path .. ".id is a " .. text.type_name(item.id) .. ": must be a string")
  elseif known[item.id] then
    raise(path .. '.id "' .. item.id .. '" is the id of another item')
  end
  path = 'kts.MENU item "' .. item.id .. '"'
  typos.check(item, ITEM_FIELDS, path)
  local kind = item.type or "dropdown"
  if kind ~= "dropdown" and kind ~= "numeric" then
    raise(path .. ': type is "' .. text.tostring(kind) .. '": must be "dropdown" or "numeric"')
  end
  for _, name in ipairs { "show", "help_func", "randomize", "on_select", "constrain", "features" } do
    check_function(item[name], path .. "." .. name)
  end
  local read = { id = item.id, source = item, numeric = kind == "numeric", choices = read_choices(item, path) }
  if not read.numeric and #read.choices == 0 then
    raise(path .. " has no choices")
  end
  read.index = {}
  for k, choice in ipairs(read.choices) do
    if read.index[choice.id] then
      raise(path .. ' has the choice "' .. text.tostring(choice.id) .. '" twice')
    end
    read.index[choice.id] = k
    if item.show then
      item.show(choice.id)
    end
  end
  local default = item.default
  if default == nil then
    default = item.choice_min
  end
  if default == nil then
    default = read.choices[1] and read.choices[1].id
    if read.numeric then
      default = 0
    end
  end
  if read.numeric then
    default = tointeger(default)
    if not default then
      raise(path .. ".default must be a whole number")
    end
  elseif not read.index[default] then
    raise(path .. ".default is " .. text.tostring(default) .. ": must be the id of one of its choices")
  end
  read.default = default
  return read
end

local function read_menu(id)
  local menu = variables.menu_of(id)
  if type(menu) ~= "table" then
    raise("kts.MENU is a " .. text.type_name(menu) .. ": must be a table with items and start_game_func")
  elseif type(menu.items) ~= "table" then
    raise("kts.MENU.items is a " .. text.type_name(menu.items) .. ": must be a list")
  end
  for _, name in ipairs {
    "initialize_func", "prepare_game_func", "start_game_func", "describe_quest_func", "on_select", "constrain", "features",
  } do
    check_function(menu[name], "kts.MENU." .. name)
  end
  typos.check(menu, MENU_FIELDS, "kts.MENU")
  local items, by_id = {}, {}
  local count = 0
  if #menu.items > MOST_ITEMS then
    raise("kts.MENU has " .. #menu.items .. " items: must have at most " .. MOST_ITEMS)
  end
  for i = 1, #menu.items do
    local item = menu.items[i]
    if item ~= "spacer" then
      local read = read_item(item, i, by_id)
      count = count + #read.choices
      if count > MOST_CHOICES then
        raise("the items of kts.MENU have more than " .. MOST_CHOICES .. " choices together: that is the most there may be")
      end
      items[#items + 1] = read
      by_id[read.id] = read
    end
  end
  return { source = menu, items = items, by_id = by_id }
end

-- What mods write into the state of the menu must be a choice of its.
local function check_state(item, state)
  local value = state[item.id]
  if item.numeric and not tointeger(value) or not item.numeric and (value == nil or not item.index[value]) then
    raise("the option " .. item.id .. " has become " .. text.shown(value) .. ": must be "
      .. (item.numeric and "a whole number" or "the id of one of its choices"))
  end
end

local function chosen(item, state)
  check_state(item, state)
  return not item.numeric and item.choices[item.index[state[item.id]]] or nil
end

-- Calls a family of functions: the menu's, then item by item the item's and that of its choice.
local function call_family(menu, state, name)
  local function call(owner)
    if owner and owner[name] then
      owner[name](state)
    end
  end
  call(menu.source)
  for _, item in ipairs(menu.items) do
    call(item.source)
    call(chosen(item, state))
  end
end

local function new_state(menu, players)
  local state = { num_players = players, num_teams = 0 }
  -- While constraints run: item id -> choice position -> allowed.
  local allowed
  local function constraint(name, keeps)
    state[name] = function(...)
      local first, second, third = ...
      local id, choice = first, second
      if first == state then
        id, choice = second, third
      end
      local item = menu.by_id[id]
      if not item then
        raise("S." .. name .. ': there is no menu item "' .. text.tostring(id) .. '"')
      end
      local position = item.index[choice]
      if not position then
        raise("S." .. name .. ': the menu item "' .. id .. '" has no choice "' .. text.tostring(choice) .. '"')
      end
      if not allowed then
        raise("S." .. name .. " says what is allowed, and may be called only from constrain functions")
      end
      for i = 1, #item.choices do
        if not keeps(i, position) then
          allowed[id][i] = false
        end
      end
    end
  end
  constraint("Is", function(i, position)
    return i == position
  end)
  constraint("IsNot", function(i, position)
    return i ~= position
  end)
  constraint("IsAtLeast", function(i, position)
    return i >= position
  end)
  constraint("IsAtMost", function(i, position)
    return i <= position
  end)

  local function reset(strict)
    allowed = {}
    for _, item in ipairs(menu.items) do
      local row = {}
      for i, choice in ipairs(item.choices) do
      if i > MOST_CHOICES then
        raise(path .. " has more than " .. MOST_CHOICES .. " choices: that is the most it may have")
      end
        local enough = not strict
          or players >= (choice.min_players or 0) and state.num_teams >= (choice.min_teams or 0)
        row[i] = enough and players <= (choice.max_players or NO_LIMIT)
          and state.num_teams <= (choice.max_teams or NO_LIMIT)
      end
      allowed[item.id] = row
    end
  end

  -- The allowed choice closest to the one selected, the earlier of two as close; nil when nothing is allowed.
  local function closest(item)
    local row, at = allowed[item.id], item.index[state[item.id]] or 1
    for distance = 0, #item.choices do
      if row[at - distance] then
        return at - distance
      elseif row[at + distance] then
        return at + distance
      end
    end
  end

  local function validate(strict)
    for _ = 1, MOST_ROUNDS do
      reset(strict)
      call_family(menu, state, "constrain")
      local changed = false
      for _, item in ipairs(menu.items) do
        local position = not item.numeric and closest(item)
        if position and item.choices[position].id ~= state[item.id] then
          state[item.id] = item.choices[position].id
          changed = true
        end
      end
      if not changed then
        break
      end
    end
    local last = allowed
    allowed = nil
    return last
  end
  return state, validate
end

-- A value of an option asked for, or RANDOM: the item's own function chooses.
local RANDOM = "\0random"

local function select_choice(menu, state, item, value)
  if value == RANDOM then
    value = item.source.randomize(state, state.num_players, state.num_teams)
    if item.index[value] == nil and not (item.numeric and tointeger(value)) then
      raise('randomize of the menu item "' .. item.id .. '" returned ' .. text.tostring(value)
        .. ": must be the id of one of its choices")
    end
  end
  state[item.id] = value
  if menu.source.on_select then
    menu.source.on_select(state, item.id)
  end
  if item.source.on_select then
    item.source.on_select(state, item.id)
  end
  local choice = chosen(item, state)
  if choice and choice.on_select then
    choice.on_select(state, item.id)
  end
end

local function open(id, players)
  local menu = read_menu(id)
  local state, validate = new_state(menu, players)
  for _, item in ipairs(menu.items) do
    state[item.id] = item.default
  end
  if menu.source.initialize_func then
    menu.source.initialize_func(state)
  end
  validate(false)
  return menu, state, validate
end

-- What can be chosen: { {id, numeric, default, digits, choices = { {id, min_players, max_players}… } }… }
local function describe(id, players)
  local menu, state = open(id, players)
  local items = {}
  for i, item in ipairs(menu.items) do
    local choices = {}
    for k, choice in ipairs(item.choices) do
      choices[k] = { id = choice.id, min_players = choice.min_players, max_players = choice.max_players }
    end
    items[i] = {
      id = item.id,
      numeric = item.numeric,
      default = state[item.id],
      digits = tointeger(item.source.digits),
      random = item.source.randomize ~= nil,
      choices = choices,
    }
  end
  return values.flatten(items)
end

-- Says that a value that was asked for is not the one that the menu has in the end.
local function refuse(item, wanted, state, allowed)
  local others = {}
  for i, choice in ipairs(item.choices) do
    if allowed[item.id][i] then
      others[#others + 1] = text.tostring(choice.id)
    end
  end
  py.kts_refuse_option(item.id, text.tostring(wanted), text.tostring(state[item.id]), table.concat(others, ", "))
end

-- Starts a game: `...` is the flat form of a list of item ids and the values asked for, in turn, in the order of the menu.
local function start(id, players, ...)
  local wanted = values.inflate(...)
  local menu, state, validate = open(id, players)
  -- A choice that constraints move away is refused; what the mod makes of it when something else is chosen is its affair.
  local function settle(strict)
    local before = {}
    for i = 1, #wanted, 2 do
      before[i] = state[wanted[i]]
    end
    local allowed = validate(strict)
    for i = 1, #wanted, 2 do
      if before[i] == wanted[i + 1] and state[wanted[i]] ~= before[i] then
        refuse(menu.by_id[wanted[i]], before[i], state, allowed)
      end
    end
  end
  for i = 1, #wanted, 2 do
    select_choice(menu, state, menu.by_id[wanted[i]], wanted[i + 1])
    settle(false)
  end
  settle(true)
  local description = menu.source.describe_quest_func and menu.source.describe_quest_func(state) or {}
  py.kts_begin_start()
  loader.start_game(false)
  game.begin()
  if menu.source.prepare_game_func then
    menu.source.prepare_game_func(state)
  end
  call_family(menu, state, "features")
  if not menu.source.start_game_func then
    raise("kts.MENU.start_game_func is nil: must be a function that makes the dungeon")
  end
  menu.source.start_game_func(state)
  local failure = variables.get("DUNGEON_ERROR")
  if failure ~= nil then
    py.kts_fail(text.tostring(failure), variables.error_place())
  end
  local final = {}
  for i, item in ipairs(menu.items) do
    check_state(item, state)
    final[i] = { item.id, state[item.id] }
  end
  return values.flatten({ options = final, description = description })
end

M.describe, M.start = describe, start

return M
