-- The quest menu of a mod, for Python: describes its options, and starts a game from it.

local import, py = ...
local raise = import("core/errors").raise
local game = import "kts/game"
local dialects = import "core/dialects"
local menu_reader = import "kts/menu_reader"
local menu_state = import "kts/menu_state"
local random = import "core/game/random"
local text = import "core/sandbox/text"
local values = import "core/border/values"
local variables = import "kts/variables"

local M = {}

-- The id in options that stands for all items.
local ALL = "*"

local function open_menu(mod_id, players)
  local menu = menu_reader.read(mod_id)
  local state, validate = menu_state.new(menu, players, game.team_count)
  for _, item in ipairs(menu.items) do
    state[item.id] = item.default
  end
  if menu.source.initialize_func then
    menu.source.initialize_func(state)
  end
  state.num_players, state.num_teams = players, game.team_count
  validate()
  return menu, state, validate
end

-- The larger of two least numbers, each of which may be nil.
local function larger(a, b)
  return a and b and math.max(a, b) or a or b
end

-- Returns what can be chosen now: a list of the number of the menu, which `describe_items` describes, and the default
-- of each item.
function M.describe(mod_id, players)
  local menu, state = open_menu(mod_id, players)
  local described = { menu.number }
  for i, item in ipairs(menu.items) do
    menu_state.settle_option(item, state)
    described[i + 1] = state[item.id]
  end
  return values.flatten(described)
end

-- Returns what people read of an item or a choice: its text, or its key in a table of texts.
local function label_of(source)
  for _, label in ipairs { source.text or false, source.text_key or false } do
    if type(label) == "string" then
      return label
    end
  end
end

-- Returns what people read of an item, with the unit of its numbers.
local function label_of_item(source)
  local label, unit = label_of(source), source.suffix or source.suffix_key
  return label and type(unit) == "string" and label .. " (" .. unit .. ")" or label
end

-- Describes the items of the menu that `describe` read: { {id, text, numeric, digits, random, choices = { {id, text,
-- min_players, max_players}… } }… }
function M.describe_items(mod_id)
  local items = {}
  for i, item in ipairs(menu_reader.last_items(mod_id)) do
    local choices = {}
    for k, choice in ipairs(item.choices) do
      -- Each team has a player.
      choices[k] = {
        id = choice.id, text = type(item.shown[k]) == "string" and item.shown[k] or label_of(choice),
        min_players = larger(choice.min_players, choice.min_teams), max_players = choice.max_players,
      }
    end
    items[i] = {
      id = item.id,
      text = label_of_item(item.source),
      numeric = item.numeric,
      digits = math.tointeger(item.source.digits),
      random = item.source.randomize ~= nil,
      choices = choices,
    }
  end
  return values.flatten(items)
end

-- Raises that constraints moved an option away from the value that was asked for.
local function refuse_option(item, value, state, is_allowed, players)
  local selected = item.choices[item.position_of[value]]
  if selected then
    for _, noun in ipairs { "player", "team" } do
      local most, count = selected["max_" .. noun .. "s"], noun == "player" and players or game.team_count
      if most and count > most then
        py.kts_refuse_count(item.id, text.tostring(value), "allows at most", most, noun, count)
      end
    end
  end
  local ids = {}
  for i, choice in ipairs(item.choices) do
    if is_allowed(item, i) then
      ids[#ids + 1] = text.tostring(choice.id)
    end
  end
  py.kts_refuse_option(item.id, text.tostring(value), text.tostring(state[item.id]), table.concat(ids, ", "))
end

-- Selects options, which are pairs of an item id and a value in the order of the menu. A value that constraints move
-- away is refused; what the mod itself changes when another option is selected is its own affair. The item `ALL` comes
-- first, and then `stream` chooses the values of all items.
local function select_options(menu, state, validate, options, players, stream)
  if options[1] == ALL then
    menu_state.randomize(menu, state, validate, stream)
    options = table.move(options, 3, #options, 1, {})
  end
  local function settle()
    local before = {}
    for i = 1, #options, 2 do
      before[i] = state[options[i]]
    end
    local is_allowed = validate()
    for i = 1, #options, 2 do
      if before[i] == options[i + 1] and state[options[i]] ~= before[i] then
        refuse_option(menu.by_id[options[i]], before[i], state, is_allowed, players)
      end
    end
  end
  for i = 1, #options, 2 do
    local item = menu.by_id[options[i]]
    if not item then
      raise('kts.MENU has no item "' .. options[i] .. '" any more: a function of the mod has changed the menu')
    elseif not menu_state.can_be(item, options[i + 1]) then
      raise('the item "' .. item.id .. '" of kts.MENU has no choice "' .. text.tostring(options[i + 1])
        .. '" any more: a function of the mod has changed the menu')
    end
    menu_state.select(menu, state, item, options[i + 1])
    settle()
  end
end

-- Starts a game with options, as `select_options` takes them, in the flat form of a list. Returns { options = names and
-- values in turn, description }.
function M.start(mod_id, players, ...)
  local choices = values.inflate(...)
  local menu, state, validate = open_menu(mod_id, players)
  select_options(menu, state, validate, choices, players, random.stream(mod_id, "kts.random quest"))
  menu_state.check_minimums(menu, state, players, game.team_count)
  local source = menu.source
  local description = source.describe_quest_func and source.describe_quest_func(state) or {}
  py.kts_begin_start()
  dialects.start_game(false)
  game.begin()
  if source.prepare_game_func then
    source.prepare_game_func(state)
  end
  menu_state.call_all(menu, state, "features")
  if not source.start_game_func then
    raise("kts.MENU.start_game_func is nil: must be a function that makes the dungeon")
  end
  source.start_game_func(state)
  local message = variables.error_message()
  if message ~= nil then
    py.kts_fail(message, variables.error_place())
  end
  local options = {}
  for i, item in ipairs(menu.items) do
    menu_state.settle_option(item, state)
    options[2 * i - 1], options[2 * i] = item.id, state[item.id]
  end
  return values.flatten({ options = options, description = description })
end

return M
