-- Reads kts.MENU: checks its items and gives each its choices and its default. A menu that has not changed since it was
-- read is not read again.

local import = ...
local check_gaps = import "core/border/check_gaps"
local menu_copy = import "kts/menu_copy"
local raise = import("core/errors").raise
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local variables = import "kts/variables"

local tointeger = math.tointeger

local M = {}

local MOST_CHOICES, MOST_ITEMS = 10000, 1000

local function read_choices(item, path)
  local choices, low, high = {}, tointeger(item.choice_min), tointeger(item.choice_max)
  if item.choice_min == nil and item.choice_max == nil then
    check_gaps(item.choices or {}, path .. ".choices")
    for i, choice in ipairs(item.choices or {}) do
      choices[i] = choice
    end
    return choices
  elseif item.choices ~= nil then
    raise(path .. " has both choices and choice_min or choice_max: must have one of the two")
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
    raise(path .. ".default is " .. text.tostring(default) .. ": must be the id of one of its choices")
  end
  return default
end

local function read_item(item)
  local path = 'kts.MENU item "' .. item.id .. '"'
  local numeric, choices, position_of = item.type == "numeric", read_choices(item, path), {}
  if not numeric and #choices == 0 then
    raise(path .. " has no choices: must have choices, or choice_min and choice_max")
  end
  for position, choice in ipairs(choices) do
    if position_of[choice.id] then
      raise(path .. ' has the choice "' .. text.tostring(choice.id) .. '" twice')
    end
    position_of[choice.id] = position
  end
  return {
    id = item.id, source = item, numeric = numeric, choices = choices, position_of = position_of,
    default = read_default(item, numeric, choices, position_of, path),
  }
end

local function read_menu(menu)
  signatures.check("kts", "Menu", menu, "kts.MENU")
  local items, by_id, choice_count = {}, {}, 0
  if #menu.items > MOST_ITEMS then
    raise("kts.MENU has " .. #menu.items .. " items: must have at most " .. MOST_ITEMS)
  end
  check_gaps(menu.items, "kts.MENU.items")
  for i, source in ipairs(menu.items) do
    if source ~= "spacer" then
      local item = read_item(source)
      choice_count = choice_count + #item.choices
      if by_id[item.id] then
        raise("kts.MENU.items[" .. i .. '].id "' .. item.id .. '" is the id of another item')
      elseif choice_count > MOST_CHOICES then
        raise("the items of kts.MENU have more than " .. MOST_CHOICES .. " choices: must have at most " .. MOST_CHOICES)
      end
      items[#items + 1], by_id[item.id] = item, item
    end
  end
  return { source = menu, items = items, by_id = by_id, copy = menu_copy.new(menu) }
end

-- Stores what the functions `show` of the items return for each choice: their errors are errors of the menu.
local function show_choices(items)
  for _, item in ipairs(items) do
    local source, shown = item.source, {}
    if source.show then
      for position, choice in ipairs(item.choices) do
        shown[position] = source.show(choice.id)
      end
    end
    item.shown = shown
  end
end

-- Mod id -> its menu as it was read last, and how many were read.
local menus, menu_count = {}, 0

-- Reads the menu that a mod set: { source = its table, items = a list, by_id, number }. An item: id, source (its
-- table), numeric, choices, position_of (choice id -> position), shown (position -> what its function `show` returned)
-- and default. Menus of equal numbers are the same.
function M.read(mod_id)
  local source, menu = variables.menu_of(mod_id), menus[mod_id]
  if not (menu and menu.copy and rawequal(menu.source, source) and menu_copy.is_same(menu.copy, source)) then
    menu = read_menu(source)
    menu_count = menu_count + 1
    menu.number, menus[mod_id] = menu_count, menu
  end
  show_choices(menu.items)
  return menu
end

-- Returns the items of the menu of a mod that was read last. When functions of the mod have changed the menu since
-- then, it is read again next time, and gets another number.
function M.last_items(mod_id)
  local menu = menus[mod_id]
  if menu.copy and not menu_copy.is_same(menu.copy, menu.source) then
    menu.copy = nil
  end
  return menu.items
end

return M
