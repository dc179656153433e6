-- Reads kts.MENU: checks its items and gives each its choices and its default.

local import = ...
local raise = import("core/errors").raise
local typos = import "core/typos"
local text = import "core/sandbox/text"
local is_callable = import("core/border/values").is_callable
local variables = import "kts/variables"

local gmatch, tointeger = string.gmatch, math.tointeger
local ipairs, type = ipairs, type
local type_name, tostring = text.type_name, text.tostring

local M = {}

local MOST_CHOICES, MOST_ITEMS = 10000, 1000

local MENU_FUNCTIONS =
  "initialize_func prepare_game_func start_game_func describe_quest_func on_select constrain features"
local ITEM_FUNCTIONS = "show help_func randomize on_select constrain features"
local CHOICE_FUNCTIONS = "on_select constrain features"
local CHOICE_LIMITS = "min_players max_players min_teams max_teams"

local MENU_FIELDS = typos.names("items text title " .. MENU_FUNCTIONS)
local ITEM_FIELDS = typos.names(
  "id type text text_key choices choice_min choice_max default digits suffix help " .. ITEM_FUNCTIONS)
local CHOICE_FIELDS = typos.names("id text text_key help " .. CHOICE_FUNCTIONS .. " " .. CHOICE_LIMITS)

local function check_functions(owner, names, path)
  for name in gmatch(names, "%S+") do
    local value = owner[name]
    if value ~= nil and not is_callable(value) then
      raise(path .. "." .. name .. " is a " .. type_name(value) .. ": must be a function")
    end
  end
end

local function check_choice(choice, path)
  if type(choice) ~= "table" then
    raise(path .. " is a " .. type_name(choice) .. ": must be a table with an id")
  end
  local id_type = type(choice.id)
  if id_type ~= "string" and id_type ~= "number" and id_type ~= "boolean" then
    raise(path .. ".id is a " .. type_name(choice.id) .. ": must be a string, a number or a boolean")
  end
  check_functions(choice, CHOICE_FUNCTIONS, path)
  for name in gmatch(CHOICE_LIMITS, "%S+") do
    local limit = choice[name]
    if limit ~= nil and type(limit) ~= "number" then
      raise(path .. "." .. name .. " is " .. text.shown(limit) .. ": must be a number")
    end
  end
  typos.check(choice, CHOICE_FIELDS, path)
end

local function read_listed_choices(item, path)
  if item.choice_min ~= nil or item.choice_max ~= nil then
    raise(path .. " has both choices and choice_min or choice_max: must have one of the two")
  elseif type(item.choices) ~= "table" then
    raise(path .. ".choices is a " .. type_name(item.choices) .. ": must be a list of tables with an id")
  end
  local choices = {}
  for i, choice in ipairs(item.choices) do
    if i > MOST_CHOICES then
      raise(path .. " has more than " .. MOST_CHOICES .. " choices: must have at most " .. MOST_CHOICES)
    end
    check_choice(choice, path .. ".choices[" .. i .. "]")
    choices[i] = choice
  end
  return choices
end

local function read_choices(item, path)
  if item.choices ~= nil then
    return read_listed_choices(item, path)
  end
  local choices, low, high = {}, tointeger(item.choice_min), tointeger(item.choice_max)
  if item.choice_min == nil and item.choice_max == nil then
    return choices
  elseif not low or not high or high < low or high - low >= MOST_CHOICES then
    raise(path .. " has the range " .. text.shown(item.choice_min) .. " to " .. text.shown(item.choice_max)
      .. ": choice_min and choice_max must be whole numbers, choice_min not above choice_max, with at most "
      .. MOST_CHOICES .. " numbers in the range")
  end
  for id = low, high do
    choices[#choices + 1] = { id = id }
  end
  return choices
end

local function read_default(item, numeric, choices, position_of, path)
  local default = item.default
  if default == nil then
    default = item.choice_min
  end
  if default == nil then
    default = not numeric and choices[1].id or numeric and 0
  end
  if numeric then
    return tointeger(default) or raise(path .. ".default is " .. text.shown(default) .. ": must be a whole number")
  elseif not position_of[default] then
    raise(path .. ".default is " .. tostring(default) .. ": must be the id of one of its choices")
  end
  return default
end

local function read_item(item, i, items_by_id)
  local path = "kts.MENU.items[" .. i .. "]"
  if type(item) ~= "table" then
    raise(path .. " is " .. (item == nil and "nil" or "a " .. type_name(item))
      .. ': must be a table with an id, or "spacer"')
  elseif type(item.id) ~= "string" then
    raise(path .. ".id is a " .. type_name(item.id) .. ": must be a string")
  elseif items_by_id[item.id] then
    raise(path .. '.id "' .. item.id .. '" is the id of another item')
  end
  path = 'kts.MENU item "' .. item.id .. '"'
  typos.check(item, ITEM_FIELDS, path)
  local item_type = item.type or "dropdown"
  if item_type ~= "dropdown" and item_type ~= "numeric" then
    raise(path .. ': type is "' .. tostring(item_type) .. '": must be "dropdown" or "numeric"')
  end
  check_functions(item, ITEM_FUNCTIONS, path)
  local numeric, choices, position_of = item_type == "numeric", read_choices(item, path), {}
  if not numeric and #choices == 0 then
    raise(path .. " has no choices: must have choices, or choice_min and choice_max")
  end
  for position, choice in ipairs(choices) do
    if position_of[choice.id] then
      raise(path .. ' has the choice "' .. tostring(choice.id) .. '" twice')
    end
    position_of[choice.id] = position
    if item.show then
      item.show(choice.id)
    end
  end
  return {
    id = item.id, source = item, numeric = numeric, choices = choices, position_of = position_of,
    default = read_default(item, numeric, choices, position_of, path),
  }
end

-- Reads the menu that a mod set: { source = its table, items = a list, by_id }. An item: id, source (its table),
-- numeric, choices, position_of (choice id -> position) and default.
function M.read(mod_id)
  local menu = variables.menu_of(mod_id)
  if type(menu) ~= "table" then
    raise("kts.MENU is a " .. type_name(menu) .. ": must be a table with items and start_game_func")
  elseif type(menu.items) ~= "table" then
    raise("kts.MENU.items is a " .. type_name(menu.items) .. ": must be a list")
  end
  check_functions(menu, MENU_FUNCTIONS, "kts.MENU")
  typos.check(menu, MENU_FIELDS, "kts.MENU")
  local items, by_id, choice_count = {}, {}, 0
  if #menu.items > MOST_ITEMS then
    raise("kts.MENU has " .. #menu.items .. " items: must have at most " .. MOST_ITEMS)
  end
  for i = 1, #menu.items do
    if menu.items[i] ~= "spacer" then
      local item = read_item(menu.items[i], i, by_id)
      choice_count = choice_count + #item.choices
      if choice_count > MOST_CHOICES then
        raise("the items of kts.MENU have more than " .. MOST_CHOICES .. " choices together: must have at most "
          .. MOST_CHOICES)
      end
      items[#items + 1], by_id[item.id] = item, item
    end
  end
  return { source = menu, items = items, by_id = by_id }
end

return M
