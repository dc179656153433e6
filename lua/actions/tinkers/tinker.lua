-- Tinker, RefTinker, StoreTinker: handlers that are added to single entities and can be removed again.

local import = ...
local check_gaps = import "core/border/check_gaps"
local class = import "actions/class"
local errors = import "core/errors"
local loader = import "core/loader"
local protect = import "core/sandbox/protect"
local stable_order = import "core/sandbox/stable_order"
local templates = import "actions/chain/template"
local text = import "core/sandbox/text"
local typos = import "core/typos"

local raise = errors.raise

local M = {}

local MOST_ELEMENTS = 1000

-- The id of the last tinker, and the position of the last tink among all.
local last_id, last_order = 0, 0
-- id -> tinker.
local by_id = setmetatable({}, { __mode = "v" })
-- tinker -> { file, line } where a mod created it.
local locations = setmetatable({}, { __mode = "k" })
-- For saves, tinkers that mods created while they loaded: "file:line:n", for the n-th of that line, -> tinker, and
-- back; and "file:line" -> n.
local by_location, location_names, counts_by_line = {}, setmetatable({}, { __mode = "k" }), {}

local function check_list(elements, title)
  if type(elements) ~= "table" then
    raise(title .. " is " .. text.shown(elements) .. ": must be a list")
  elseif #elements > MOST_ELEMENTS then
    raise(title .. " has " .. #elements .. " elements: may have at most " .. MOST_ELEMENTS)
  end
  check_gaps(elements, title)
  return elements
end

local Tinker = class.define "Tinker"

-- An id that no tinker has, as text.
function M.next_id()
  last_id = last_id + 1
  return tostring(last_id)
end

-- An element of a tinker that changes nothing: entities that move have the chain.
M.move_component = { "getMove", function() end }

local function register(tinker)
  last_id = last_id + 1
  tinker.id, by_id[last_id] = last_id, tinker
  local file, line = errors.where()
  locations[tinker] = file and { file, line }
  local mod = file and loader.running_mod()
  if mod and mod.loading then
    local source_line = file .. ":" .. line
    counts_by_line[source_line] = (counts_by_line[source_line] or 0) + 1
    local location = source_line .. ":" .. counts_by_line[source_line]
    by_location[location], location_names[tinker] = tinker, location
  end
end

-- For saves: the source location where a mod created a tinker while it loaded, or nil; and the tinker of a location.
function M.location(tinker)
  return location_names[tinker]
end

function M.at(location)
  return by_location[location]
end

function M.with_id(id)
  return by_id[id]
end

-- Removes the tinkers of a mod that failed to load.
function M.forget(mod)
  for _, by_key in ipairs { by_location, counts_by_line } do
    for location in next, by_key do
      if string.match(location, "^[^/]+") == mod.id then
        by_key[location] = nil
      end
    end
  end
end

-- Mod that loads -> list of { tinker, element number, chain name } to be checked when it has loaded: a class that has
-- the chain may come after the tinker.
local unchecked = setmetatable({}, { __mode = "k" })

local function check_chain(tinker, number, name)
  local hint = templates.find_misspelled(name)
  if hint then
    local message = class.type_name(tinker) .. ": element " .. number .. ' names the chain "' .. name
      .. '", which no class has; ' .. hint
    local location = locations[tinker]
    if not location then
      raise(message)
    end
    errors.raise_at(location[1], location[2], message)
  end
end

-- Raises for a tinker of a mod, which has loaded, with a misspelled chain.
function M.loaded(mod)
  local pending = unchecked[mod] or {}
  unchecked[mod] = nil
  for _, entry in ipairs(pending) do
    check_chain(table.unpack(entry))
  end
end

-- Checks the names of the chains of a tinker, which are strings: stats are numbers.
local function check_chains(tinker)
  local mod = loader.running_mod()
  local pending = mod and mod.loading and (unchecked[mod] or {})
  for i = 1, #tinker.elements do
    local element = rawget(tinker.elements, i)
    local name = type(element) == "table" and rawget(element, 1)
    if type(name) == "string" and pending then
      unchecked[mod] = pending
      pending[#pending + 1] = { tinker, i, name }
    elseif type(name) == "string" then
      check_chain(tinker, i, name)
    end
  end
end

-- elements: a list of { chain, handler }.
function Tinker:__construct(elements)
  self.elements = check_list(elements, class.type_name(self) .. ": the list of elements")
  register(self)
  check_chains(self)
end

-- The data of a tinker in an entity: store, and tinks, a list with an entry for each tink: { { chain, function }, …,
-- order }.
local function data_of(entity, id)
  if type(entity) ~= "table" or type(entity.tinkerData) ~= "table" then
    raise("a tinker was called with " .. class.type_name(entity) .. ": must be an entity that stands in a world")
  end
  local data = entity.tinkerData[id]
  if not data then
    data = { tinks = {} }
    entity.tinkerData[id] = data
  end
  return data
end

local function chain_of(entity, name, location)
  local chain = entity.chains and entity.chains[name]
  if not chain then
    typos.refuse("a tinker: " .. class.type_name(entity) .. " has no chain " .. text.tostring(name), name,
      entity.chains or {}, table.unpack(location or {}))
  end
  return chain
end

-- The elements for the next tink.
function Tinker:generate()
  return self.elements
end

function Tinker:addElement(entity, element)
  local handler = element[2]
  chain_of(entity, element[1], locations[self]):addHandler(handler)
  return { element[1], type(handler) == "table" and handler[1] or handler }
end

function Tinker:removeElement(entity, added)
  local chain = entity.chains and entity.chains[added[1]]
  if chain then
    chain:removeHandler(added[2])
  end
end

local function remove_elements(tinker, entity, added)
  for i = 1, #added do
    tinker:removeElement(entity, added[i])
  end
end

-- Adds the handlers to an entity; a further tink adds them once more. After an error nothing of them is left.
function Tinker:tink(entity)
  local data, added = data_of(entity, self.id), {}
  local elements = check_list(self:generate(entity), "Tinker:tink: what generate returned")
  local guard <close> = protect.guard(function()
    if not added.order then
      remove_elements(self, entity, added)
      if not data.tinks[1] and data.store == nil then
        entity.tinkerData[self.id] = nil
      end
    end
  end)
  for i, element in ipairs(elements) do
    if type(element) ~= "table" then
      raise("Tinker:tink: element " .. i .. " is " .. stable_order.type(element) .. ": must be a table")
    end
    added[i] = self:addElement(entity, element)
  end
  last_order = last_order + 1
  added.order = last_order
  -- Not the former ones: a tink in generate may have failed.
  local tinks = data_of(entity, self.id).tinks
  tinks[#tinks + 1] = added
end

function Tinker:isTinked(entity)
  local data = entity.tinkerData and entity.tinkerData[self.id]
  return data ~= nil and data.tinks[1] ~= nil
end

-- Removes the handlers of the last tink.
function Tinker:untink(entity)
  local tinks = data_of(entity, self.id).tinks
  local added = tinks[#tinks]
  if added then
    tinks[#tinks] = nil
    remove_elements(self, entity, added)
  end
end

class.close(Tinker)
M.Tinker = Tinker

-- Methods of items and statuses, which may have a tinker: the constructor, and what affects an entity and ends that.

function M.construct(self, tinker)
  if tinker ~= nil and (type(tinker) ~= "table" or type(tinker.tink) ~= "function") then
    raise(class.type_name(self) .. ": tinker is " .. text.shown(tinker) .. ": must be a tinker")
  end
  self.tinker = tinker
end

function M.affect(self, entity)
  if self.tinker then
    self.tinker:tink(entity)
  end
end

function M.release(self, entity)
  if self.tinker then
    self.tinker:untink(entity)
  end
end

-- A tinker whose elements are generated for each tink: generator(tinker) → list.
local RefTinker = class.define("RefTinker", Tinker)

function RefTinker:__construct(generator)
  if type(generator) ~= "function" then
    raise(class.type_name(self) .. ": generator is " .. text.shown(generator)
      .. ": must be a function that gives a list")
  end
  self.generator = generator
  register(self)
end

function RefTinker:generate()
  return self.generator(self)
end

class.close(RefTinker)
M.RefTinker = RefTinker

-- Creates a class of the host whose tinkers store a value for each entity.
function M.define_with_store(name, base)
  local StoreClass = class.define(name, base)

  function StoreClass:setStore(entity, store)
    data_of(entity, self.id).store = store
  end

  function StoreClass:getStore(entity)
    return data_of(entity, self.id).store
  end

  function StoreClass:removeStore(entity)
    data_of(entity, self.id).store = nil
  end

  class.close(StoreClass)
  return StoreClass
end

M.define_with_store("StoreTinker", RefTinker)

-- Adds a handler for a single pass: generator(tinker, entity) gives the function.
function M.self_untinking(entity, chain, generator, priority)
  local tinker
  tinker = RefTinker(function()
    local handler = generator(tinker, entity)
    local function once(passing)
      tinker:untink(entity)
      return handler(passing)
    end
    return { { chain, priority and { once, priority } or once } }
  end)
  tinker:tink(entity)
  return tinker
end

return M
