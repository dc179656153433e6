-- Charagen: a chara that fits, drawn by rarity and by how near its level is.

local import, py = ...
local errors = import "core/errors"
local creating = import "areas/object/creation"
local data = import "areas/data/registry"
local maps = import "areas/map/instances"
local stable_order = import "core/sandbox/stable_order"
local random = import "areas/modules/rand"
local state = import "areas/session"
local text = import "core/sandbox/text"
local weights = import "core/game/weights"

local raise, shown = errors.raise, text.shown
local format = string.format
local ipairs, next, type = ipairs, next, type

local M = {}

local KNOWN = {
  id = 1, level = 1, initial_level = 1, quality = 1, category = 1, categories = 1, race_filter = 1, tag_filters = 1, fltselect = 1,
  create_params = 1,
}
local RARITY, COEFFICIENT, BASE, SCALE = 100000, 400, 500, 1000
-- How much is added to the level when nothing fits.
local MORE = 10

local function has_all(have, wanted)
  for _, one in ipairs(wanted) do
    local found = false
    for _, other in ipairs(type(have) == "table" and have or {}) do
      found = found or other == one
    end
    if not found then
      return false
    end
  end
  return true
end

local function list(value)
  if value == nil then
    return {}
  elseif type(value) == "string" then
    return { value }
  end
  return value
end

local function candidates(filter, level, cap)
  local categories, tags, category = list(filter.categories), list(filter.tag_filters), list(filter.category)
  local found, chances = {}, {}
  for _, record in ipairs(data.records "base.chara") do
    local entry = record.entry
    local own_level = entry.level or 1
    if (not cap or own_level <= cap) and has_all(entry.categories, categories) and has_all(entry.categories, category)
      and has_all(entry.tags, tags) and (filter.race_filter == nil or entry.race == filter.race_filter)
      and (filter.fltselect == nil or (entry.fltselect or 0) == filter.fltselect) then
      local away = math.abs(own_level - level)
      local weight = (entry.rarity or RARITY) * SCALE // (BASE + away * (entry.coefficient or COEFFICIENT)) | 0
      if weight > 0 then
        found[#found + 1], chances[#chances + 1] = record, weight
      end
    end
  end
  return found, weights.new(chances, #chances)
end

-- Warns of categories that no chara has.
local function check_categories(filter)
  local known, names = {}, {}
  for _, record in ipairs(data.records "base.chara") do
    for _, one in ipairs(type(record.entry.categories) == "table" and record.entry.categories or {}) do
      if not known[one] then
        known[one], names[#names + 1] = true, one
      end
    end
  end
  for _, field in ipairs { "categories", "category" } do
    for _, one in ipairs(list(filter[field])) do
      if not known[one] then
        local close = type(one) == "string" and py.suggest(one, table.concat(names, "\0"))
        local file, line = errors.where()
        py.warn(format("Charagen.create: no chara has the category %s, so a base.fallback is made%s", shown(one),
          close and "; " .. close or ""), file, line)
      end
    end
  end
end

local function draw(filter, level)
  local cap = level > 0 and level or nil
  for _ = 1, 2 do
    local found, chances = candidates(filter, level, cap)
    local total = chances[1]
    if total > 0 then
      return found[weights.pick(chances, random.below(random.host "Charagen", total))].id
    end
    cap = cap and cap + MORE
  end
  check_categories(filter)
  return "base.fallback"
end

function M.create(x, y, filter, where)
  state.need_game "Charagen.create"
  if type(filter) == "string" then
    filter = { id = filter }
  end
  filter = filter == nil and {} or filter
  for key in stable_order.pairs(filter) do
    if not KNOWN[key] then
      local names = {}
      for name in next, KNOWN do
        names[#names + 1] = name
      end
      table.sort(names)
      raise(format("Charagen.create: filter has %s, which means nothing: it may have %s", shown(key), table.concat(names, ", ")))
    end
  end
  local map = where
  if map == nil then
    map = creating.map_of(nil, "Charagen.create")
  end
  local level = filter.level
  if level == nil then
    level = maps.is(map) and map:calc "level" or 1
  end
  if not state.is_number(level) or level < -1e9 or level > 1e9 then
    raise(format("Charagen.create: filter.level is %s: must be a number", shown(level)))
  end
  local params = {}
  for key, value in stable_order.pairs(filter.create_params or {}) do
    params[key] = value
  end
  params.level = filter.initial_level or params.level
  params.quality = filter.quality or params.quality
  return creating.create("base.chara", "Charagen.create", filter.id or draw(filter, level // 1 | 0), x, y, params, map)
end

return M
