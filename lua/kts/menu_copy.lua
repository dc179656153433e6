-- Copies of menus. A comparison of a menu with its copy shows whether the mod has changed it, in a fraction of the time
-- of checking and reading it again. No metamethod of a mod runs: tables with a metatable are not copied.

local getmetatable = debug.getmetatable
local math_type = math.type

local M = {}

-- Copies the fields of a table, except the list `part`, and the tables in that list; nil for what cannot be compared
-- without metamethods, and for floats, which are equal to integers that are shown in another way. `copy_element` copies
-- an element of the list.
local function copy_table(t, part, copy_element)
  if getmetatable(t) ~= nil then
    return nil
  end
  local copy = { fields = {}, count = 0, list = part and t[part] }
  for key, value in next, t do
    if key ~= part then
      if type(value) == "table" or math_type(value) == "float" then
        return nil
      elseif math_type(value) == "integer" then
        copy.integers = copy.integers or {}
        copy.integers[key] = true
      end
      copy.fields[key] = value
    end
    copy.count = copy.count + 1
  end
  local list = copy.list
  if list == nil then
    return copy
  elseif getmetatable(list) ~= nil then
    return nil
  end
  for i = 1, #list do
    local element = list[i]
    copy[i] = { element = element, copy = type(element) == "table" and copy_element(element) or nil }
    if type(element) == "table" and not copy[i].copy or element == nil then
      return nil
    end
  end
  return copy
end

local function copy_choice(choice)
  return copy_table(choice)
end

local function copy_item(item)
  return copy_table(item, "choices", copy_choice)
end

-- Returns a copy of a menu that was checked, or nil for one that has to be read each time.
function M.new(menu)
  return copy_table(menu, "items", copy_item)
end

local function is_same_table(copy, t, part)
  if getmetatable(t) ~= nil then
    return false
  end
  local fields, count = copy.fields, 0
  for key, value in next, t do
    -- No value in `fields` is a table, so this calls no metamethod.
    if fields[key] ~= value and key ~= part then
      return false
    end
    count = count + 1
  end
  if copy.integers then
    for key in next, copy.integers do
      -- A float that is equal would be shown in another way.
      if math_type(t[key]) == "float" then
        return false
      end
    end
  end
  if count ~= copy.count or part and not rawequal(t[part], copy.list) then
    return false
  end
  local list = copy.list
  if list == nil then
    return true
  end
  local length = #copy
  if getmetatable(list) ~= nil or list[length + 1] ~= nil then
    return false
  end
  for i = 1, length do
    local entry, element = copy[i], list[i]
    if not rawequal(entry.element, element)
      or entry.copy and not is_same_table(entry.copy, element, part == "items" and "choices" or nil) then
      return false
    end
  end
  return true
end

-- Whether a menu is the one that was copied, and has not changed since.
function M.is_same(copy, menu)
  return is_same_table(copy, menu, "items")
end

return M
