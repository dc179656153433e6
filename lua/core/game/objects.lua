-- Objects on maps that live in Lua, of all dialects: entities, charas, items, features. They have one structure, so
-- maps are drawn, exported and saved with everything on them.
--
-- An object is in the store of its map alone (see `Game.number_of` in host/play/game.py), under a uid from one counter
-- for each game (`UidSource` of host/model/objects.py has the others). It has a layer, which never changes, and a
-- square or none. A layer of a square holds any number of objects, the latest on top. Coordinates count from 0; a
-- square is y * width + x.

local import, py = ...
local carried = import "core/game/carried"
local functions = import "core/border/functions"
local raise = import("core/errors").raise

local next, rawequal, setmetatable = next, rawequal, setmetatable
local clean, concat, pack, sort = carried.clean, table.concat, string.pack, table.sort

local M = {}

-- The largest number of objects in a world.
local MOST_OBJECTS = 1000000

local last_uid, count = 0, 0
-- Object -> { uid, store, layer, square (or nil), under (the object below it on its square) }.
local places = setmetatable({}, { __mode = "k" })
-- Number of a map -> store.
local stores = {}
-- Layer -> { name, z, look }.
local layers = {}

local Store = {}
Store.__index = Store

-- Declares a layer; once, by the dialect whose objects are on it. Options:
--   name          as documents have it
--   kind          entity, item, …
--   z             a greater one is drawn over a smaller one
--   look(object)  returns id ("mod.name"), name, glyph, colour, sprite, material; each but the id may be nil, and
-- without an id the object is not shown
--   dialect
--   prepare()     called before maps are shown; or nil
--   blocks(object)  whether nothing else can stand on the square; nil if objects of the layer never block
--   carried(object)  a list of what it carries, see core/game/carried
--   is_friend(object)  whether a creature is no enemy of the player; nil if all are enemies
-- Layers of creatures also have: lives(object), whether it is alive and acts; health(object) and level(object), numbers
-- or nil; move(object, number, square), which moves it to a square of a map;
-- act(object, dx, dy), which plays a turn of its map in which it moves or attacks in a direction, or waits with (0, 0);
-- steps(object), rows of core/game/offers for its steps, or nil.
function M.define_layer(layer, options)
  layers[layer] = options
end

-- Calls a function of the layer of an object; returns nil if the layer has no such function.
function M.ask(object, name, ...)
  local place = places[object]
  local fn = place and place.layer and layers[place.layer][name]
  if fn then
    return fn(object, ...)
  end
end

-- Whether the layer of an object has such a function.
function M.can(object, name)
  local place = places[object]
  return place ~= nil and place.layer ~= nil and layers[place.layer][name] ~= nil
end

-- Returns the store of the map with that number, and makes it with that size.
function M.of(number, width, height)
  local store = stores[number]
  if not store then
    store = setmetatable({ number = number, width = width, height = height, tops = {}, members = {} }, Store)
    stores[number] = store
  end
  return store
end

-- Value that a dialect uses for a map -> number of the map.
local resolvers = {}

-- Adds a function `resolve(value)` that returns the number of the map which `value` stands for in a dialect, or nil.
function M.on_map(resolve)
  resolvers[#resolvers + 1] = resolve
end

-- Returns the number of the map that `value` stands for in any dialect, or nil.
function M.number_of(value)
  for i = 1, #resolvers do
    local number = resolvers[i](value)
    if number then
      return number
    end
  end
end

local walkers = {}

-- Adds a function `ground(value)` that returns the walkable squares of a value that defines them itself, in the form of
-- a plan (see host/generate/plans/plan.py), and the width; or nil.
function M.on_walk(ground)
  walkers[#walkers + 1] = ground
end

-- Returns the walkable squares of `value`, as above; nil if its map defines them.
function M.walked(value)
  for i = 1, #walkers do
    local squares, width = walkers[i](value)
    if squares then
      return squares, width
    end
  end
end

-- Adds a function that is called when squares of a map were written: fn(number).
local listeners = {}

function M.on_written(fn)
  listeners[#listeners + 1] = fn
end

-- Reports that squares of a map were written, when Python does not report it.
function M.written(number)
  local store = stores[number]
  if store and store.shared then
    for i = 1, #listeners do
      listeners[i](number)
    end
  end
end

-- Returns the table layer -> square -> object on top, for frequent lookups; it must not be written.
function Store:layer(layer)
  local tops = self.tops[layer]
  if not tops then
    tops = {}
    self.tops[layer] = tops
  end
  return tops
end

local function place_of(object)
  local place = places[object]
  if not place then
    last_uid = last_uid + 1
    place = { uid = last_uid }
    places[object] = place
  end
  return place
end

-- Returns the uid of an object; the object gets one when it is first asked for.
function M.uid(object)
  return place_of(object).uid
end

-- Makes a dialect the first of the map. Then `is_mixed` says whether others have or had objects there.
function Store:claim(dialect)
  if self.dialect ~= dialect then
    self.is_mixed, self.dialect = self.dialect ~= nil, dialect
  end
end

-- Adds an object to the map, on no square.
function Store:add(object, layer)
  local place = place_of(object)
  if place.store then
    place.store:remove(object)
  end
  if count >= MOST_OBJECTS then
    raise("the maps of the game hold " .. MOST_OBJECTS .. " objects: that is the most they may hold")
  end
  count = count + 1
  local dialect = layers[layer].dialect
  if self.dialect == nil then
    self:claim(dialect)
  elseif self.dialect ~= dialect then
    self.is_mixed = true
  end
  place.store, place.layer = self, layer
  self:layer(layer)
  self.members[place.uid] = object
  return place.uid
end

-- Gives an object a uid, which it has on any map or on none; `uid` is the uid in a save.
function M.give_uid(object, uid)
  if uid and not places[object] then
    places[object] = { uid = uid }
  end
  return place_of(object).uid
end

-- Sets the last uid in use; the next one continues from it.
function M.last_uid(uid)
  if uid and uid > last_uid then
    last_uid = uid
  end
  return last_uid
end

-- Removes an object from its square; it stays on the map.
function Store:lift(object)
  local place = places[object]
  local square = place.square
  if not square then
    return
  end
  local tops, above = self.tops[place.layer], nil
  local at = tops[square]
  while not rawequal(at, object) do
    above = at
    at = places[at].under
  end
  if above then
    places[above].under = place.under
  else
    tops[square] = place.under
  end
  place.square, place.under = nil, nil
end

-- What is called when an object is put on a square: fn(number of the map, its width, square, uid); nil for nothing.
local watch_put

function M.on_put(fn)
  watch_put = fn
end

-- Puts an object of the map on a square, on top of the others.
function Store:put(object, square)
  local place = places[object]
  if watch_put then
    watch_put(self.number, self.width, square, place.uid)
  end
  if place.square then
    self:lift(object)
  end
  local tops = self.tops[place.layer]
  place.under, place.square = tops[square], square
  tops[square] = object
end

-- Removes an object from its map; it keeps its uid.
function Store:remove(object)
  local place = places[object]
  if place and place.store == self then
    self:lift(object)
    self.members[place.uid] = nil
    place.store = nil
    count = count - 1
  end
end

-- Returns the objects of a layer on a square, the lowest first.
function Store:at(layer, square)
  local objects, object = {}, self:layer(layer)[square]
  while object do
    objects[#objects + 1] = object
    object = places[object].under
  end
  local n = #objects
  for i = 1, n // 2 do
    objects[i], objects[n + 1 - i] = objects[n + 1 - i], objects[i]
  end
  return objects
end

-- Whether a stack of objects of one layer, given by the object on top, blocks its square.
local function is_blocking(blocks, object)
  while object do
    if blocks(object) then
      return true
    end
    object = places[object].under
  end
  return false
end

-- Whether an object blocks a square; with `except` one of another dialect. This is the rule for objects of all
-- dialects; tiles and creatures of kts, which Python stores, block besides.
function Store:is_blocked(square, except)
  for name, tops in next, self.tops do
    local object = tops[square]
    local layer = object and layers[name]
    if layer and layer.blocks and layer.dialect ~= except and is_blocking(layer.blocks, object) then
      return true
    end
  end
  return false
end

-- The squares on which objects block, as 32-bit numbers.
local function blocked_squares(store)
  local squares, is_listed = {}, {}
  for name, tops in next, store.tops do
    local blocks = layers[name].blocks
    for square, object in next, blocks and tops or {} do
      if not is_listed[square] and is_blocking(blocks, object) then
        squares[#squares + 1], is_listed[square] = pack("<i4", square), true
      end
    end
  end
  return concat(squares)
end

-- Reports to Python where objects block on the map with a number, by default on the map of the game.
function M.report_occupants(number)
  local store = next(stores) ~= nil and stores[number or py.objects_map()]
  if store then
    py.objects_block(store.number, blocked_squares(store))
  end
end

functions.on_occupants(M.report_occupants)

-- Returns the objects of the map in order of arrival: of one layer, or all.
function Store:all(layer)
  local uids, objects = {}, {}
  for uid, object in next, self.members do
    if layer == nil or places[object].layer == layer then
      uids[#uids + 1] = uid
    end
  end
  sort(uids)
  for i = 1, #uids do
    objects[i] = self.members[uids[i]]
  end
  return objects
end

-- Returns the square of an object or nil, its layer, its uid, and the store of its map or nil; nothing if the value is
-- not an object.
function M.place(object)
  local place = places[object]
  if place then
    return place.square, place.layer, place.uid, place.store
  end
end

-- Returns, for Python, the distinct looks as one text (kind, layer, z and what `look` returns, joined by NUL),
-- (uid, square, number of the look from 0) of each object on a square, as 32-bit numbers, and what objects carry (uid
-- of the carrier, number, id, name, glyph, colour of each, joined by NUL). Returns nothing if there are no objects.
function M.export(number)
  local store = stores[number]
  if not store then
    return
  end
  for _, layer in next, layers do
    if layer.prepare then
      layer.prepare()
    end
  end
  local looks, looks_count, numbers, packed, things = {}, 0, {}, {}, {}
  for _, object in next, store:all() do
    local place = places[object]
    local layer = layers[place.layer]
    local id, name, glyph, colour, sprite, material = layer.look(object)
    if place.square and id then
      local parts = {
        layer.kind, layer.name, layer.z, clean(id), clean(name), clean(glyph), clean(colour), clean(sprite),
        clean(material),
      }
      local look = concat(parts, "\0")
      if not numbers[look] then
        numbers[look], looks_count = looks_count, looks_count + 1
        looks[looks_count] = look
      end
      packed[#packed + 1] = pack("<i4i4i4", place.uid, place.square, numbers[look])
      carried.add_texts(things, place.uid, layer, object)
    end
  end
  if packed[1] then
    return concat(looks, "\0"), concat(packed), concat(things, "\0")
  end
end

-- Returns the uids of the creatures on a map that are friends of the player, as 32-bit little-endian integers.
function M.friends(number)
  local uids = {}
  for i, object in ipairs(stores[number] and stores[number]:all() or {}) do
    uids[i] = M.ask(object, "is_friend") and pack("<i4", places[object].uid) or ""
  end
  return concat(uids)
end

-- Removes all objects for a new game.
function M.new_game()
  last_uid, count, stores = 0, 0, {}
  places = setmetatable({}, { __mode = "k" })
end

return M
