-- What lives on maps in Lua, whatever the dialect: entities, charas, items, features. One structure for all of them, so
-- that maps are drawn, exported and saved with everything that is on them.
--
-- An object is known to one store, that of its map (see `Game.number_of` in host/world/game.py), under a uid from one
-- counter a game. There it has a layer, which never changes, and a square, or none. A layer of a square holds any
-- number of objects, the latest on top. Coordinates count from 0; a square is y * width + x.

local import = ...
local raise = import("core/errors").raise

local next, rawequal, setmetatable, type = next, rawequal, setmetatable, type
local concat, gsub, pack, sort = table.concat, string.gsub, string.pack, table.sort

local M = {}

-- More than these, and a mod does not make a world any more.
local MOST_OBJECTS = 1000000

local last_uid, count = 0, 0
-- object -> { uid, store, layer, square (or nil), under (the object below it on its square) }.
local places = setmetatable({}, { __mode = "k" })
-- number of a map -> store.
local stores = {}
-- layer -> { name, z, look }.
local layers = {}

local Store = {}
Store.__index = Store

-- Declares a layer, under which objects are kept; done once, by the dialect whose objects lie there. options: name, as
-- documents have it; kind (entity, item, …); z: what is drawn over what, greater over smaller; look(object) → id
-- ("mod.name"), name, glyph, colour: each but the id may be nil, and without an id the object is not shown; dialect;
-- blocks(object) says whether nobody else can stand there, and is nil where nobody ever is in the way. Where beings
-- live, there are further: lives(object), whether it is alive and does anything; health(object) and level(object),
-- numbers or nil; carried(object), a list of names; move(object, number, square), which takes it to a square of a map;
-- act(object, dx, dy), which plays a turn of its map in which it goes or strikes that way, or waits with (0, 0).
function M.define_layer(layer, options)
  layers[layer] = options
end

-- What the layer of an object says of it: one of the functions above, called; nil when the layer has none.
function M.ask(object, what, ...)
  local place = places[object]
  local fn = place and place.layer and layers[place.layer][what]
  if fn then
    return fn(object, ...)
  end
end

-- Whether the layer of an object has such a function.
function M.can(object, what)
  local place = places[object]
  return place ~= nil and place.layer ~= nil and layers[place.layer][what] ~= nil
end

-- The store of the map with that number and size.
function M.of(number, width, height)
  local store = stores[number]
  if not store then
    store = setmetatable({ number = number, width = width, height = height, tops = {}, members = {} }, Store)
    stores[number] = store
  end
  return store
end

-- What a dialect calls a map -> its number.
local resolvers = {}

-- `resolve(value)` gives the number of the map for which a mod of its dialect holds `value`, or nil.
function M.on_map(resolve)
  resolvers[#resolvers + 1] = resolve
end

-- The number of the map that `value` stands for, whatever dialect made it; nil when it stands for none.
function M.number_of(value)
  for i = 1, #resolvers do
    local number = resolvers[i](value)
    if number then
      return number
    end
  end
end

local walkers = {}

-- `ground(value)` gives, for a value of its dialect that says itself where one can walk, the squares as those of a plan
-- (see host/generate/plan.py) and the width; or nil.
function M.on_walk(ground)
  walkers[#walkers + 1] = ground
end

-- Where one can walk on what `value` stands for, as above; nil when that is a matter of its map.
function M.walked(value)
  for i = 1, #walkers do
    local squares, width = walkers[i](value)
    if squares then
      return squares, width
    end
  end
end

-- Who wants to know that squares of a map were written: fn(number).
local listeners = {}

function M.on_written(fn)
  listeners[#listeners + 1] = fn
end

-- Tells that squares of a map were written, in a way that Python does not tell by itself.
function M.written(number)
  local store = stores[number]
  if store and store.shared then
    for i = 1, #listeners do
      listeners[i](number)
    end
  end
end

-- The table layer -> square -> the object on top: to be read only, by those who look up more than anything else.
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

-- The uid of an object, given when it is first asked for.
function M.uid(object)
  return place_of(object).uid
end

-- Lets an object live on the map, on no square yet.
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
    self.dialect = dialect
  elseif self.dialect ~= dialect then
    self.is_mixed = true
  end
  place.store, place.layer = self, layer
  self:layer(layer)
  self.members[place.uid] = object
  return place.uid
end

-- The uid of an object, which it has from now on wherever it lives, or nowhere yet; `uid` is the one a save knows it
-- by.
function M.give_uid(object, uid)
  local place = places[object]
  if not place then
    if not uid then
      last_uid = last_uid + 1
      uid = last_uid
    end
    place = { uid = uid }
    places[object] = place
  end
  return place.uid
end

-- The last uid that was given: what comes from a save counts on from there.
function M.last_uid(uid)
  if uid and uid > last_uid then
    last_uid = uid
  end
  return last_uid
end

-- Takes an object off its square; it goes on living on the map.
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

-- Puts an object that lives on the map on a square of it, on top of what lies there.
function Store:put(object, square)
  local place = places[object]
  if place.square then
    self:lift(object)
  end
  local tops = self.tops[place.layer]
  place.under, place.square = tops[square], square
  tops[square] = object
end

-- Lets an object live on no map any more. Its uid stays its own.
function Store:remove(object)
  local place = places[object]
  if place and place.store == self then
    self:lift(object)
    self.members[place.uid] = nil
    place.store = nil
    count = count - 1
  end
end

-- The objects of a layer of a square, the lowest first.
function Store:at(layer, square)
  local found, object = {}, self:layer(layer)[square]
  while object do
    found[#found + 1] = object
    object = places[object].under
  end
  local n = #found
  for i = 1, n // 2 do
    found[i], found[n + 1 - i] = found[n + 1 - i], found[i]
  end
  return found
end

-- Whether something of another dialect than this stands on a square and is in the way.
function Store:is_blocked(square, dialect)
  if not self.is_mixed and (self.dialect == nil or self.dialect == dialect) then
    return false
  end
  for layer, tops in next, self.tops do
    local known, object = layers[layer], tops[square]
    if object and known.blocks and known.dialect ~= dialect then
      repeat
        if known.blocks(object) then
          return true
        end
        object = places[object].under
      until not object
    end
  end
  return false
end

-- The objects of the map in the order in which they came; those of one layer, or all.
function Store:all(layer)
  local uids, found = {}, {}
  for uid, object in next, self.members do
    if layer == nil or places[object].layer == layer then
      uids[#uids + 1] = uid
    end
  end
  sort(uids)
  for i = 1, #uids do
    found[i] = self.members[uids[i]]
  end
  return found
end

-- The square of an object, or nil; its layer; its uid; the store of its map, or nil. Nothing for what is no object.
function M.place(object)
  local place = places[object]
  if place then
    return place.square, place.layer, place.uid, place.store
  end
end

-- A text as it crosses: it may hold all but what keeps texts apart.
local function clean(text)
  return type(text) == "string" and (gsub(text, "%z", " ")) or ""
end

-- For Python: the looks that occur, as one text (kind, layer, z, id, name, glyph, colour of each, apart by NUL), and
-- (uid, square, number of the look from 0) of each object on a square, as 32-bit numbers. Nothing for no objects.
function M.export(number)
  local store = stores[number]
  if not store then
    return
  end
  local looks, looks_count, numbers, packed = {}, 0, {}, {}
  for _, object in next, store:all() do
    local place = places[object]
    local layer = layers[place.layer]
    local id, name, glyph, colour = layer.look(object)
    if place.square and id then
      local look = concat({ layer.kind, layer.name, layer.z, clean(id), clean(name), clean(glyph), clean(colour) }, "\0")
      if not numbers[look] then
        numbers[look], looks_count = looks_count, looks_count + 1
        looks[looks_count] = look
      end
      packed[#packed + 1] = pack("<i4i4i4", place.uid, place.square, numbers[look])
    end
  end
  if packed[1] then
    return concat(looks, "\0"), concat(packed)
  end
end

-- A new game: nothing lives anywhere.
function M.new_game()
  last_uid, count, stores = 0, 0, {}
  places = setmetatable({}, { __mode = "k" })
end

return M
