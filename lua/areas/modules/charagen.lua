-- The module Charagen: creates a chara drawn by rarity and by its distance from a level.

local import, py = ...
local arguments = import "areas/arguments"
local creation = import "areas/object/creation"
local data = import "areas/data/registry"
local errors = import "core/errors"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local random = import "core/game/random"
local session = import "areas/session"
local text = import "core/sandbox/text"
local weights = import "core/game/weights"

local shown = text.shown

local Charagen = {}

-- Defaults of `rarity` and `coefficient`; the weight of a chara is rarity × SCALE / (BASE + distance × coefficient).
local RARITY, COEFFICIENT, BASE, SCALE = 100000, 400, 500, 1000
-- How far the level limit is raised for a second attempt.
local LEVEL_STEP = 10

local function contains_all(list, wanted)
  for _, value in ipairs(wanted) do
    if not arguments.contains(list, value) then
      return false
    end
  end
  return true
end

-- A field of a filter that is a word, a list of words, or nil, as a list.
local function as_list(value)
  return value == nil and {} or type(value) == "string" and { value } or value
end

local function matches(entry, filter)
  return contains_all(entry.categories, as_list(filter.categories))
    and contains_all(entry.categories, as_list(filter.category))
    and contains_all(entry.tags, as_list(filter.tag_filters))
    and (filter.race_filter == nil or entry.race == filter.race_filter)
    and (filter.fltselect == nil or (entry.fltselect or 0) == filter.fltselect)
end

-- The ids of the charas that match a filter, and their weights. `limit` is the highest allowed level, or nil.
local function find_candidates(filter, level, limit)
  local ids, chances = {}, {}
  for _, record in ipairs(data.records "base.chara") do
    local entry = record.entry
    local entry_level = entry.level or 1
    if (not limit or entry_level <= limit) and matches(entry, filter) then
      local distance = math.abs(entry_level - level)
      local weight = (entry.rarity or RARITY) * SCALE // (BASE + distance * (entry.coefficient or COEFFICIENT)) | 0
      if weight > 0 then
        ids[#ids + 1], chances[#chances + 1] = record.id, weight
      end
    end
  end
  return ids, weights.new(chances, #chances)
end

-- Warns about categories that no chara has.
local function warn_of_categories(filter)
  local is_known, names = {}, {}
  for _, record in ipairs(data.records "base.chara") do
    for _, name in ipairs(type(record.entry.categories) == "table" and record.entry.categories or {}) do
      if not is_known[name] then
        is_known[name], names[#names + 1] = true, name
      end
    end
  end
  for _, field in ipairs { "categories", "category" } do
    for _, name in ipairs(as_list(filter[field])) do
      if not is_known[name] then
        local file, line = errors.where()
        py.warn(string.format("Charagen.create: no chara has the category %s, so a base.fallback is made", shown(name)),
          file, line, arguments.near_name(name, names))
      end
    end
  end
end

local function draw_id(filter, level)
  local limit = level > 0 and level or nil
  for _ = 1, 2 do
    local ids, chances = find_candidates(filter, level, limit)
    local total = chances[1]
    if total > 0 then
      return ids[weights.pick(chances, random.below(session.stream "Charagen", total))]
    end
    limit = limit and limit + LEVEL_STEP
  end
  warn_of_categories(filter)
  return "base.fallback"
end

function Charagen.create(x, y, filter, where)
  if type(filter) == "string" then
    filter = { id = filter }
  end
  filter = filter == nil and {} or filter
  if where == nil then
    where = maps.given_or_current(nil, "Charagen.create")
  end
  local level = filter.level
  if level == nil then
    level = maps.is(where) and where:calc "level" or 1
  end
  if not arguments.is_finite(level) or level < -1e9 or level > 1e9 then
    errors.fail("Charagen.create: filter.level is %s: must be a number", shown(level))
  end
  local params = arguments.copy(filter.create_params)
  params.level = filter.initial_level or params.level
  params.quality = filter.quality or params.quality
  local id = filter.id or draw_id(filter, level // 1 | 0)
  local chara, why = creation.create("base.chara", "Charagen.create", id, x, y, params, where)
  if chara then
    objects.emit(chara, "base.on_chara_generated")
  end
  return chara, why
end

return Charagen
