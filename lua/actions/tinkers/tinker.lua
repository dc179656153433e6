-- Tinkers: handlers for single entities, which can be taken away again.

local import, py = ...
local errors = import "core/errors"
local class = import "actions/class"
local loader = import "core/loader"
local stable_order = import "core/sandbox/stable_order"
local slips = import "actions/mod/typos"

local raise = errors.raise
local shown = import("core/sandbox/text").shown
local match = string.match
local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type

local M = {}

local MOST_ELEMENTS = 1000

-- tinker -> { file, line } where a mod made it.
local places = setmetatable({}, { __mode = "k" })
-- Gives each tinker its id, and each tink its place among all.
local count, tinked = 0, 0
-- id -> tinker.
local by_id = setmetatable({}, { __mode = "v" })
-- Tinkers that mods made while they loaded: "file:line:n", the n-th of that line, -> tinker, and back; and "file:line" -> n.
local by_place, place_names, place_counts = {}, setmetatable({}, { __mode = "k" }), {}

local function check_list(elements, what)
  if type(elements) ~= "table" then
    raise(what .. " is " .. shown(elements) .. ": must be a list")
  elseif #elements > MOST_ELEMENTS then
    raise(what .. " has " .. #elements .. " elements: may have at most " .. MOST_ELEMENTS)
  end
  return elements
end

local Tinker = class.define "Tinker"

local function number(self)
  count = count + 1
  self.id, by_id[count] = count, self
  local file, line = errors.where()
  places[self] = file and { file, line }
  local mod = file and loader.running_mod()
  if mod and mod.loading then
    local place = file .. ":" .. line
    place_counts[place] = (place_counts[place] or 0) + 1
    place = place .. ":" .. place_counts[place]
    by_place[place], place_names[self] = self, place
  end
end

-- For saves: where a mod made the tinker while it loaded, or nil; and the tinker of such a place.
function M.place(tinker)
  return place_names[tinker]
end

function M.at(place)
  return by_place[place]
end

function M.with_id(id)
  return by_id[id]
end

-- Forgets the tinkers of a mod that failed to load.
function M.forget(mod)
  for place in next, by_place do
    if match(place, "^[^/]+") == mod.id then
      by_place[place] = nil
    end
  end
  for place in next, place_counts do
    if match(place, "^[^/]+") == mod.id then
      place_counts[place] = nil
    end
  end
end

-- elements: a list of { chain, handler }.
function Tinker:__construct(elements)
  self.elements = check_list(elements, class.type_name(self) .. ": the list of elements")
  number(self)
end

-- What is kept for an entity: `tinks`, a list of lists of { chain, function }, one for each time it was tinked.
local function data_of(entity, id)
  if type(entity) ~= "table" or type(entity.tinkerData) ~= "table" then
    raise("a tinker was given " .. class.type_name(entity) .. ": must be an entity that stands in a world")
  end
  local data = entity.tinkerData[id]
  if not data then
    data = { tinks = {} }
    entity.tinkerData[id] = data
  end
  return data
end

local function chain_of(entity, name, place)
  local chain = entity.chains and entity.chains[name]
  if not chain then
    local known = {}
    for key in next, entity.chains or {} do
      known[#known + 1] = stable_order.type(key) == "string" and key or nil
    end
    table.sort(known)
    local message = "a tinker: " .. class.type_name(entity) .. " has no chain " .. import("core/sandbox/text").tostring(name)
    if place and not errors.where() then
      local close = py.suggest(stable_order.type(name) == "string" and name or "", table.concat(known, "\0"))
      errors.raise_at(place[1], place[2], close and message .. "; " .. close or message)
    end
    import("actions/decorators/decorate").unknown(message, name, known)
  end
  return chain
end

local function add(entity, element, place)
  local handler = element[2]
  chain_of(entity, element[1], place):addHandler(handler)
  return { element[1], type(handler) == "table" and handler[1] or handler }
end

local function take(entity, added)
  local chain = entity.chains and entity.chains[added[1]]
  if chain then
    chain:removeHandler(added[2])
  end
end

-- The elements for one more tink.
function Tinker:generate()
  return self.elements
end

function Tinker:addElement(entity, element)
  return add(entity, element, places[self])
end

function Tinker:removeElement(entity, added)
  take(entity, added)
end

-- Adds the handlers to the entity, once more each time.
function Tinker:tink(entity)
  local data, added = data_of(entity, self.id), {}
  for i, element in ipairs(check_list(self:generate(entity), "Tinker:tink: what generate gave")) do
    if type(element) ~= "table" then
      raise("Tinker:tink: element " .. i .. " is " .. stable_order.type(element) .. ": must be a table")
    end
    added[i] = self:addElement(entity, element)
  end
  tinked = tinked + 1
  added.order = tinked
  data.tinks[#data.tinks + 1] = added
end

function Tinker:isTinked(entity)
  local data = entity.tinkerData and entity.tinkerData[self.id]
  return data ~= nil and data.tinks[1] ~= nil
end

-- Takes back what the last tink added.
function Tinker:untink(entity)
  local data = data_of(entity, self.id)
  local added = data.tinks[#data.tinks]
  if added then
    data.tinks[#data.tinks] = nil
    for i = 1, #added do
      self:removeElement(entity, added[i])
    end
  end
end

class.close(Tinker)
M.Tinker = Tinker

-- A tinker whose elements are made anew for each tink: generator(tinker) → list.
local RefTinker = class.define("RefTinker", Tinker)

function RefTinker:__construct(generator)
  if type(generator) ~= "function" then
    raise(class.type_name(self) .. ": generator is " .. shown(generator) .. ": must be a function that gives a list")
  end
  self.generator = generator
  number(self)
end

function RefTinker:generate()
  return self.generator(self)
end

class.close(RefTinker)
M.RefTinker = RefTinker

local function add_store(Class)
  function Class:setStore(entity, store)
    data_of(entity, self.id).store = store
  end

  function Class:getStore(entity)
    return data_of(entity, self.id).store
  end

  function Class:removeStore(entity)
    data_of(entity, self.id).store = nil
  end
end

-- A RefTinker that keeps something for each entity.
local StoreTinker = class.define("StoreTinker", RefTinker)
add_store(StoreTinker)
class.close(StoreTinker)
M.StoreTinker = StoreTinker

-- Tinkers of stats. An element is { stat, name, amount }, { stat, amount or Stats } or { stat, function }.
local StatTinker = class.define("StatTinker", Tinker)

local function check_stat(element, i)
  if type(element) == "table" then
    if element[1] == nil then
      raise("StatTinker: element " .. i .. " names no stat: must begin with one of StatTypes")
    end
    slips.attribute(element[1], element[3] ~= nil and element[2] or nil, "StatTinker: element " .. i .. " for")
  end
end

function StatTinker:__construct(elements)
  Tinker.__construct(self, elements)
  for i = 1, #elements do
    check_stat(elements[i], i)
  end
end

local function stat_handler(element)
  local first, second = element[2], element[3]
  if type(first) == "function" then
    return first
  elseif type(first) == "table" then
    return function(passing)
      passing.stats:addStats(first)
    end
  elseif second ~= nil then
    return function(passing)
      passing.stats:add(first, second)
    end
  elseif type(first) ~= "number" then
    raise("StatTinker: " .. stable_order.type(first) .. " was given: must be a number, Stats, a function, or a name and a number")
  end
  return function(passing)
    if type(passing.stats) == "number" then
      passing.stats = passing.stats + first
    else
      for name in next, passing.stats.stats do
        passing.stats:add(name, first)
      end
    end
  end
end

local function dynamic_stats(entity)
  local found = entity.decorators.DynamicStats
  if not found then
    raise("StatTinker: " .. class.type_name(entity) .. " has no DynamicStats")
  end
  return found
end

function StatTinker:addElement(entity, element)
  local handler = stat_handler(element)
  dynamic_stats(entity):addHandler(element[1], handler)
  return { element[1], handler }
end

function StatTinker:removeElement(entity, added)
  dynamic_stats(entity):removeHandler(added[1], added[2])
end

class.close(StatTinker)
M.StatTinker = StatTinker

local RefStatTinker = class.define("RefStatTinker", StatTinker, RefTinker)
RefStatTinker.__construct, RefStatTinker.generate = RefTinker.__construct, RefTinker.generate
class.close(RefStatTinker)
M.RefStatTinker = RefStatTinker

local StoreStatTinker = class.define("StoreStatTinker", RefStatTinker)
add_store(StoreStatTinker)
class.close(StoreStatTinker)
M.StoreStatTinker = StoreStatTinker

-- Adds a handler that is there for one pass: generator(tinker, entity) gives the function.
function M.self_untinking(entity, chain, generator, priority)
  local tinker
  tinker = RefTinker(function()
    local inner = generator(tinker, entity)
    local function once(passing)
      tinker:untink(entity)
      return inner(passing)
    end
    return { { chain, priority and { once, priority } or once } }
  end)
  tinker:tink(entity)
  return tinker
end

return M
