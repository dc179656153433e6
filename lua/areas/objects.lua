-- Charas, items and feats: what is made of data. Fields come from the prototype, a uid from the one counter, and a place
-- from a map or from whoever carries them.

local import, py = ...
local blame = import "host/blame"
local classes = import "areas/classes"
local data = import "areas/data"
local emitter = import "areas/emitter"
local events = import "host/events"
local iterators = import "areas/iterators"
local checkers = import "host/checkers"
local layers = import "host/objects"
local maps = import "areas/map"
local order = import "host/order"
local slips = import "host/slips"
local random = import "areas/rand"
local state = import "areas/state"
local text = import "host/text"
local values = import "host/values"

local raise, shown = blame.raise, text.shown
local format = string.format
local ipairs, next, rawequal, setmetatable, type = ipairs, next, rawequal, setmetatable, type
local remove = table.remove
local pcall = import("host/protect").pcall
local whole = state.whole

local M = {}

local MOST_FIELDS = 1000
local MOST_CARRIED = 5000

-- object -> { kind, record, fields, temp, holder, uid, map (its InstancedMap), x, y, inside (who carries it), carried,
-- mod_data, field_count }.
local known = state.weak()
M.known = known

local READ_ONLY = { _id = 1, _type = 1, uid = 1, x = 1, y = 1, location = 1, proto = 1, __mt = 1, __iface = 1, __class = 1 }
-- Fields of a prototype that are no fields of what is made of it.
local APART = { _id = 1, _type = 1, _ext = 1, _ordering = 1, events = 1, _events = 1 }

local shared = {}
M.shared = shared
local METHODS = { ["base.chara"] = {}, ["base.item"] = {}, ["base.feat"] = {} }
M.METHODS = METHODS
local KIND_NAMES = { ["base.chara"] = "chara", ["base.item"] = "item", ["base.feat"] = "feat" }

-- What is known of the map on which an object lies, or lies whoever carries it; or nothing.
local function map_around(own)
  while own.inside do
    own = known[own.inside]
  end
  return own.map and maps.known[own.map]
end

local function touch(own)
  local map = map_around(own)
  if map then
    state.touch(map)
  end
end

local function lend(own)
  local map = map_around(own)
  if map then
    state.lend(map)
  end
end
M.lend = lend

local function of(self, method)
  local own = known[self]
  if not own then
    raise(format("%s: it is called on %s: must be a chara, an item or a feat, with a colon", method, shown(self)))
  elseif own.gone then
    raise(format("%s: the %s %d is of a game that is over", method, KIND_NAMES[own.kind], own.uid))
  end
  touch(own)
  return own
end
M.of = of

function M.is(value, kind)
  local own = known[value]
  return own ~= nil and (kind == nil or own.kind == kind)
end

-- What is read of an object: fields first, then methods and what is not kept as a field.
local specials = {
  _id = function(own)
    return own.record.id
  end,
  _type = function(own)
    return own.kind
  end,
  uid = function(own)
    return own.uid
  end,
  x = function(own)
    return own.x
  end,
  y = function(own)
    return own.y
  end,
  location = function(own)
    return own.map or own.inside
  end,
  proto = function(own)
    return data.seen(own.record, state.running_mod())
  end,
}

local metas = {}
for kind, methods in next, METHODS do
  local meta = { __metatable = false, __name = kind }
  metas[kind] = meta

  function meta.__index(self, key)
    local own = known[self]
    local value = own.fields[key]
    if value ~= nil then
      if type(value) == "table" then
        lend(own)
      end
      return value
    end
    value = methods[key] or shared[key]
    if value ~= nil then
      return value
    end
    local special = specials[key]
    return special and special(own)
  end

  function meta.__newindex(self, key, value)
    local own = known[self]
    if READ_ONLY[key] then
      raise(format("%s of a %s cannot be set: that name is reserved", key, KIND_NAMES[kind]))
    elseif methods[key] or shared[key] then
      raise(format("%s of a %s cannot be set: it is a method", key, KIND_NAMES[kind]))
    elseif key == "params" and kind == "base.feat" and type(value) ~= "table" then
      raise(format("params of a feat is %s: must be a table", shown(value)))
    elseif key == nil or key ~= key then
      raise(format("a field of a %s cannot be called %s", KIND_NAMES[kind], shown(key)))
    end
    local before = own.fields[key]
    if before == nil and value ~= nil then
      own.field_count = own.field_count + 1
      if own.field_count > MOST_FIELDS then
        raise(format("a %s has %d fields: that is the most", KIND_NAMES[kind], MOST_FIELDS))
      end
    elseif before ~= nil and value == nil then
      own.field_count = own.field_count - 1
    end
    touch(own)
    own.fields[key] = value
  end

  function meta.__pairs(self)
    lend(known[self])
    return order.closed_pairs(known[self].fields)
  end

  function meta.__tostring(self)
    local own = known[self]
    return format("%s %s %d", kind, own.record.id, own.uid)
  end
end

-- making ------------------------------------------------------------------------------------------------------------

-- entry -> its plain fields, as { key, value, is a table } one after the other.
local plans = state.weak()

local function plan_of(entry, kind)
  local plan = plans[entry]
  if not plan then
    plan = {}
    for key, value in order.pairs(entry) do
      if not APART[key] and not values.is_callable(value) and not (kind == "base.feat" and key == "params") then
        plan[#plan + 1] = { key, value, type(value) == "table" }
      end
    end
    plans[entry] = plan
  end
  return plan
end

local function fill(own)
  local fields, plan = own.fields, plan_of(own.record.entry, own.kind)
  for i = 1, #plan do
    local one = plan[i]
    fields[one[1]] = one[3] and data.deep_copy(one[2]) or one[2]
  end
end

-- record -> the handlers that its entry brings, shared by all that is made of it.
local entry_holders = state.weak()

local function entry_holder(record)
  local holder = entry_holders[record.entry]
  if not holder and emitter.has_entry_events(record) then
    holder = events.new_holder()
    emitter.connect_entry(holder, record)
    entry_holders[record.entry] = holder
  end
  return holder
end

local function holder_of(own, make)
  if own.holder or not make then
    return own.holder or entry_holder(own.record)
  end
  own.holder = events.new_holder()
  emitter.connect_entry(own.holder, own.record)
  return own.holder
end

-- An object of a record, nowhere yet. `uid` and `fields` are those of a save; `object` is what stood for it before.
function M.make(record, uid, fields, object)
  object = object or setmetatable({}, metas[record.type])
  local own = { kind = record.type, record = record, fields = fields or {}, temp = {}, field_count = 20, mod_data = {} }
  own.uid = layers.give_uid(object, uid)
  own.object = object
  known[object] = own
  if not fields then
    fill(own)
  end
  return object, own
end

local function emit(object, own, event, params, result)
  return emitter.emit(object, holder_of(own), event, params or {}, result)
end
M.emit = function(object, event, params, result)
  return emit(object, known[object], event, params, result)
end

-- A callback of the prototype, such as on_activate of a feat: called by the host, and its errors are its mod's.
function M.callback(object, name, ...)
  local own = known[object]
  local fn = own.record.entry[name]
  if fn ~= nil then
    return true, fn(object, ...)
  end
  return false
end

function M.instantiated(object)
  local own = known[object]
  M.callback(object, "on_instantiate")
  emit(object, own, "base.on_object_instantiated")
end

-- places ------------------------------------------------------------------------------------------------------------

local function detach(own)
  if own.map then
    local map = maps.known[own.map]
    map.store:remove(own.object)
    state.touch(map)
    own.map, own.x, own.y = nil, nil, nil
  elseif own.inside then
    touch(own)
    local carried = known[own.inside].carried
    for i, object in ipairs(carried) do
      if rawequal(object, own.object) then
        remove(carried, i)
        break
      end
    end
    own.inside = nil
  end
end
M.detach = detach

-- Puts an object on a square of a map, out of wherever it was.
local function put(own, map, x, y)
  local target = maps.known[map]
  if not rawequal(own.map, map) then
    detach(own)
    target.store:add(own.object, maps.layers[own.kind])
    own.map = map
  end
  target.store:put(own.object, y * target.width + x)
  state.touch(target)
  own.x, own.y = x, y
end
M.put = put

local function give(own, carrier)
  local around = carrier
  while around do
    if rawequal(around, own.object) then
      raise("take_object: a thing cannot carry itself")
    end
    around = known[around].inside
  end
  detach(own)
  local target = known[carrier]
  target.carried = target.carried or {}
  if #target.carried >= MOST_CARRIED then
    raise(format("take_object: it carries %d objects: that is the most", MOST_CARRIED))
  end
  target.carried[#target.carried + 1] = own.object
  own.inside = carrier
end
M.give = give

function maps.known_object(object)
  return known[object] ~= nil
end

function maps.blocks(object, field)
  local own = known[object]
  local value = own.temp[field]
  if value == nil then
    value = own.fields[field]
  end
  if own.kind == "base.chara" and field == "is_solid" then
    return value ~= false and own.fields.state ~= "Dead"
  end
  return value == true
end

-- Maps and carriers as locations.
local map_methods = maps.methods

function map_methods.can_take_object(self, object, x, y)
  local map = maps.of(self, "can_take_object")
  return known[object] ~= nil and (x == nil or maps.square(map, x, y) ~= nil)
end

function map_methods.take_object(self, object, x, y)
  local map, own = maps.of(self, "take_object"), of(object, "take_object: its argument")
  if x == nil and y == nil then
    x, y = 0, 0
  end
  x, y = maps.square(map, x, y)
  if not x then
    return nil
  end
  put(own, self, x, y)
  return object
end

function map_methods.move_object(self, object, x, y)
  local map, own = maps.of(self, "move_object"), of(object, "move_object: its argument")
  x, y = maps.square(map, x, y)
  if not rawequal(own.map, self) or not x then
    return nil
  end
  put(own, self, x, y)
  return object
end

function map_methods.remove_object(self, object)
  maps.of(self, "remove_object")
  local own = of(object, "remove_object: its argument")
  if not rawequal(own.map, self) then
    return nil
  end
  detach(own)
  return object
end

function map_methods.has_object(self, object)
  local map = maps.of(self, "has_object")
  if known[object] then
    return rawequal(known[object].map, self)
  end
  return map.store.members[object] ~= nil
end

function map_methods.get_object(self, uid)
  local object = maps.of(self, "get_object").store.members[uid]
  return known[object] and object or nil
end

-- What goes from one map to the other when one replaces it.
function maps.on_replaced(into, from)
  for _, object in ipairs(into.store:all()) do
    if known[object] then
      detach(known[object])
    end
  end
  for _, object in ipairs(from.store:all()) do
    if known[object] then
      known[object].map = into.map
    end
  end
end

-- all objects -------------------------------------------------------------------------------------------------------

for name, method in next, maps.layered(of, lend, function(_, own, key)
  local value = own.fields[key]
  if value == nil and specials[key] then
    return specials[key](own)
  elseif value == nil then
    slips.name(key, data.field_names(own.record.type), "calc of a " .. own.record.type)
  end
  return value
end) do
  shared[name] = method
end

for name, method in next, emitter.methods(function(self, method, make)
  return holder_of(of(self, method), make)
end) do
  shared[name] = method
end

function shared.get_location(self)
  local own = of(self, "get_location")
  return own.map or own.inside
end

function shared.current_map(self)
  return of(self, "current_map").map
end

function shared.containing_map(self)
  local own = of(self, "containing_map")
  while own.inside do
    own = known[own.inside]
  end
  if own.map then
    return own.map, own.object, own.x, own.y
  end
end

function shared.set_pos(self, x, y)
  local own = of(self, "set_pos")
  if not own.map then
    return false
  end
  x, y = maps.square(maps.known[own.map], x, y)
  if not x then
    return false
  end
  put(own, own.map, x, y)
  return true
end

function shared.remove_ownership(self)
  local own = of(self, "remove_ownership")
  if own.map or own.inside then
    local location = own.map or own.inside
    detach(own)
    emit(self, own, "base.on_object_removed", { location = location })
  end
  return self
end

function shared.is_a(self, kind)
  return of(self, "is_a").kind == kind
end

local function has_word(own, field, word)
  for _, one in ipairs(type(own.fields[field]) == "table" and own.fields[field] or {}) do
    if one == word then
      return true
    end
  end
  return false
end

function shared.has_category(self, category)
  return has_word(of(self, "has_category"), "categories", category)
end

function shared.has_tag(self, tag)
  return has_word(of(self, "has_tag"), "tags", tag)
end

function shared.clone(self, owned)
  local own = of(self, "clone")
  local fields = {}
  for key, value in order.pairs(own.fields) do
    fields[data.deep_copy(key)] = data.deep_copy(value)
  end
  local object, copy = M.make(own.record, nil, fields)
  if owned and own.map then
    put(copy, own.map, own.x, own.y)
  elseif owned and own.inside then
    give(copy, own.inside)
  end
  return object
end

function shared.change_prototype(self, id, options)
  local own = of(self, "change_prototype")
  local record = data.resolve(own.kind, id, state.running_mod(), "change_prototype: the id")
  if own.holder then
    emitter.disconnect_entry(own.holder)
  end
  local before = own.record
  own.record = record
  if own.holder then
    emitter.connect_entry(own.holder, record)
  end
  for _, one in ipairs(plan_of(before.entry, own.kind)) do
    own.fields[one[1]] = nil
  end
  fill(own)
  emit(self, own, "base.on_object_prototype_changed", { old_id = before.id })
  if not options or options.instantiate ~= false then
    M.instantiated(self)
  end
end

-- Carriers: charas, and items that hold others.
for _, methods in ipairs { METHODS["base.chara"], METHODS["base.item"] } do
  function methods.take_object(self, object)
    of(self, "take_object")
    local own = of(object, "take_object: its argument")
    if own.kind ~= "base.item" then
      return nil
    end
    give(own, self)
    return object
  end
  methods.take_item = methods.take_object

  function methods.remove_object(self, object)
    of(self, "remove_object")
    local own = of(object, "remove_object: its argument")
    if not rawequal(own.inside, self) then
      return nil
    end
    detach(own)
    return object
  end

  function methods.has_object(self, object)
    of(self, "has_object")
    return known[object] ~= nil and rawequal(known[object].inside, self)
  end

  function methods.iter_inventory(self)
    local list = {}
    for i, object in ipairs(of(self, "iter_inventory").carried or {}) do
      list[i] = object
    end
    return iterators.of_list(list)
  end
  methods.iter, methods.iter_items = methods.iter_inventory, methods.iter_inventory

  function methods.find_item(self, id)
    for _, object in ipairs(of(self, "find_item").carried or {}) do
      if known[object].record.id == id then
        return object
      end
    end
  end
end

-- charas ------------------------------------------------------------------------------------------------------------

local chara = METHODS["base.chara"]

function chara.is_player(self)
  of(self, "is_player")
  return rawequal(state.game.player, self)
end

local function in_party(object)
  if rawequal(state.game.player, object) then
    return true
  end
  for _, one in ipairs(state.game.party) do
    if rawequal(one, object) then
      return true
    end
  end
  return false
end
M.in_party = in_party

function chara.is_in_player_party(self)
  of(self, "is_in_player_party")
  return in_party(self)
end

function chara.is_ally(self)
  return chara.is_in_player_party(self) and not chara.is_player(self)
end

function chara.recruit_as_ally(self)
  of(self, "recruit_as_ally")
  if in_party(self) then
    return false
  elseif #state.game.party >= 100 then
    raise("recruit_as_ally: the party has 100 members: that is the most")
  end
  state.game.party[#state.game.party + 1] = self
  return true
end

function chara.leave_party(self)
  of(self, "leave_party")
  for i, one in ipairs(state.game.party) do
    if rawequal(one, self) then
      remove(state.game.party, i)
      return true
    end
  end
  return false
end

local function is_alive(object)
  return known[object].fields.state ~= "Dead"
end
M.is_alive = is_alive

function chara.is_alive(self)
  of(self, "is_alive")
  return is_alive(self)
end

function chara.kill(self)
  local own = of(self, "kill")
  if not is_alive(self) then
    return false
  end
  own.fields.state, own.fields.hp = "Dead", 0
  own.fields.respawn_date = state.game.seconds // 3600 + 48
  emit(self, own, "base.on_chara_killed")
  return true
end

function chara.revive(self)
  local own = of(self, "revive")
  own.fields.state, own.fields.respawn_date = "Alive", nil
  chara.heal_to_max(self)
end

function chara.heal_to_max(self)
  local own = of(self, "heal_to_max")
  own.fields.hp = own.fields.max_hp
end

-- items -------------------------------------------------------------------------------------------------------------

local item = METHODS["base.item"]

-- Takes away so many of a stack, or all of it.
function item.remove(self, amount)
  local own = of(self, "remove")
  local count = amount == nil and own.fields.amount or whole(amount, "IItem:remove: amount")
  if count < 0 then
    raise(format("IItem:remove: amount is %d: must be 0 or more", count))
  end
  own.fields.amount = own.fields.amount > count and own.fields.amount - count or 0
  if own.fields.amount == 0 then
    shared.remove_ownership(self)
  end
end

-- feats -------------------------------------------------------------------------------------------------------------

local function read_params(record, given)
  local declared = record.entry.params or {}
  local params = {}
  local what = format('Feat.create: feat "%s"', record.id)
  if given ~= nil and order.type(given) ~= "table" then
    raise(format("%s: params is %s: must be a table", what, shown(given)))
  end
  for key, value in order.pairs(given or {}) do
    if declared[key] == nil then
      local names = {}
      for name in order.pairs(declared) do
        names[#names + 1] = name
      end
      table.sort(names)
      local close = type(key) == "string" and blame.finish(py.nearest(key, table.concat(names, "\0")))
      raise(format("%s: there is no param %s%s", what, shown(key), close and "; " .. close or ""))
    end
    params[key] = value
  end
  for name, declaration in order.pairs(declared) do
    local checker = checkers.is_checker(declaration) and declaration or declaration.type or checkers.atoms.any
    if params[name] == nil and not checkers.is_checker(declaration) then
      params[name] = data.deep_copy(declaration.default)
    end
    local wrong = checkers.check(checker, params[name])
    if wrong[1] then
      raise(format("%s: the param %s%s is %s: %s", what, name, wrong[1].path ~= "" and "." .. wrong[1].path or "",
        wrong[1].value, wrong[1].rule))
    end
  end
  return params
end
M.read_params = read_params

-- the modules -------------------------------------------------------------------------------------------------------

-- The map that a call is about: the one given, or the current one.
local function map_of(map, what)
  if map == nil then
    map = state.game.map
    if not map then
      raise(what .. ": there is no current map: Map.set_map makes one current, or name one")
    end
  end
  map = maps.meant(map)
  if not maps.is(map) then
    raise(format("%s: map is %s: must be a map", what, shown(map)))
  end
  maps.of(map, what)
  return map
end
M.map_of = map_of

local function coordinates(x, y, what)
  if x == nil and y == nil then
    return nil
  end
  return whole(x, what .. ": x"), whole(y, what .. ": y")
end

local function start_of(own, params)
  local fields = own.fields
  if own.kind == "base.chara" then
    fields.level = params.level ~= nil and whole(params.level, "Chara.create: level") or fields.level or 1
    fields.quality = params.quality ~= nil and params.quality or fields.quality or 1
    fields.max_hp = fields.max_hp or 10 + 5 * fields.level
    fields.hp, fields.state = fields.max_hp, "Alive"
    fields.name = fields.name or own.record.id:gsub("^[^.]*%.", ""):gsub("_", " ")
  elseif own.kind == "base.item" then
    local amount = params.amount
    fields.amount = amount == nil and 1 or whole(amount, "Item.create: amount")
    if fields.amount < 1 then
      raise(format("Item.create: amount is %s: must be at least 1", shown(amount)))
    end
    fields.own_state = params.own_state or fields.own_state or "None"
    fields.name = fields.name or own.record.id:gsub("^[^.]*%.", ""):gsub("_", " ")
  end
end

-- Makes an object and gives it its place; nil, and why, when there is none.
local function create(kind, what, id, x, y, params, where)
  state.need_game(what)
  params = params == nil and {} or params
  local record = data.resolve(kind, type(id) == "table" and id._id or id, state.running_mod(), what .. ": the id")
  x, y = coordinates(x, y, what)
  local map, carrier
  if not params.ownerless then
    if where == nil then
      map = map_of(nil, what)
    elseif maps.is(where) then
      map = map_of(where, what)
    elseif known[where] and kind == "base.item" and known[where].kind ~= "base.feat" then
      of(where, what)
      carrier = where
    else
      return nil, "no location"
    end
  end
  local feat_params = kind == "base.feat" and read_params(record, params.params)
  if map then
    local own_map = maps.known[map]
    if x and not maps.square(own_map, x, y) then
      if params.force then
        raise(format("%s: (%d, %d) lies outside the map of %d × %d squares", what, x, y, own_map.width, own_map.height))
      end
      return nil, "out of bounds"
    end
    if kind == "base.feat" and x then
      if not params.force and not map:can_access(x, y) then
        if not params.approximate_pos then
          return nil, "cannot access tile"
        end
        x, y = maps.free_position(map, x, y)
      end
    elseif kind == "base.chara" or not x then
      local stream = not x and random.host "places"
      x, y = maps.free_position(map, x, y, stream, random.below)
    end
    if not x then
      return nil, "no free square"
    end
  end
  local object, own = M.make(record)
  if feat_params then
    own.fields.params = feat_params
  end
  start_of(own, params)
  if map then
    put(own, map, x, y)
  elseif carrier then
    give(own, carrier)
  end
  if not params.no_build then
    M.instantiated(object)
  end
  return object
end
M.create = create

local function list_of(map, kind, fits)
  local list = {}
  for _, object in ipairs(maps.known[map].store:all(maps.layers[kind])) do
    if not fits or fits(object) then
      list[#list + 1] = object
    end
  end
  return list
end
M.list_of = list_of

local function at(kind, x, y, map, what, fits)
  map = map_of(map, what)
  local own = maps.known[map]
  x, y = maps.square(own, x, y)
  local list = {}
  for _, object in ipairs(x and own.store:at(maps.layers[kind], y * own.width + x) or {}) do
    if not fits or fits(object) then
      list[#list + 1] = object
    end
  end
  return list
end

local function find_on(kind, id, list)
  for _, object in ipairs(list) do
    local own = known[object]
    if own.uid == id or own.record.id == id then
      return object
    end
  end
end

M.Chara = {
  create = function(id, x, y, params, where)
    return create("base.chara", "Chara.create", id, x, y, params, where)
  end,
  player = function()
    return state.game.player
  end,
  set_player = function(object)
    local own = of(object, "Chara.set_player")
    if state.game.map and not rawequal(own.map, state.game.map) then
      raise("Chara.set_player: the chara is not on the current map: must be there")
    end
    chara.leave_party(object)
    state.game.player = object
  end,
  is_player = function(object)
    return rawequal(object, state.game.player) and object ~= nil
  end,
  is_alive = function(object, map)
    return known[object] ~= nil and known[object].kind == "base.chara" and is_alive(object)
      and (map == nil or rawequal(known[object].map, map))
  end,
  at = function(x, y, map)
    local list = at("base.chara", x, y, map, "Chara.at", is_alive)
    return list[#list]
  end,
  iter = function(map)
    return iterators.of_list(list_of(map_of(map, "Chara.iter"), "base.chara", is_alive))
  end,
  iter_all = function(map)
    return iterators.of_list(list_of(map_of(map, "Chara.iter_all"), "base.chara"))
  end,
  iter_others = function(map)
    return iterators.of_list(list_of(map_of(map, "Chara.iter_others"), "base.chara", function(object)
      return is_alive(object) and not in_party(object)
    end))
  end,
  iter_allies = function(map)
    return iterators.of_list(list_of(map_of(map, "Chara.iter_allies"), "base.chara", function(object)
      return is_alive(object) and in_party(object) and not rawequal(object, state.game.player)
    end))
  end,
  iter_party = function()
    local list = { state.game.player }
    for _, object in ipairs(state.game.party) do
      list[#list + 1] = object
    end
    return iterators.of_list(list)
  end,
  find = function(id, whom, map)
    map = map_of(map, "Chara.find")
    whom = whom == nil and "all" or whom
    return find_on("base.chara", id, list_of(map, "base.chara", function(object)
      return is_alive(object) and (whom == "all" or in_party(object) == (whom == "allies"))
    end))
  end,
}

-- What Item and Feat have alike.
local function functions_of(kind, title)
  return {
    create = function(id, x, y, params, where)
      return create(kind, title .. ".create", id, x, y, params, where)
    end,
    at = function(x, y, map)
      return iterators.of_list(at(kind, x, y, map, title .. ".at"))
    end,
    iter = function(map)
      return iterators.of_list(list_of(map_of(map, title .. ".iter"), kind))
    end,
  }
end

M.Item, M.Feat = functions_of("base.item", "Item"), functions_of("base.feat", "Feat")

function M.Item.find(id, _, map)
  return find_on("base.item", id, list_of(map_of(map, "Item.find"), "base.item"))
end

-- layers ------------------------------------------------------------------------------------------------------------

local function colour_of(value)
  if type(value) == "table" then
    local parts = {}
    for i = 1, 3 do
      local part = value[i]
      if type(part) ~= "number" or not (part >= 0 and part <= 255) then
        return nil
      end
      parts[i] = part // 1 | 0
    end
    return format("#%02x%02x%02x", parts[1], parts[2], parts[3])
  end
  return value
end

for kind, z in next, { ["base.feat"] = 10, ["base.item"] = 20, ["base.chara"] = 30 } do
  local layer = "areas." .. KIND_NAMES[kind]
  maps.layers[kind] = layer
  layers.define_layer(layer, {
    name = KIND_NAMES[kind], kind = KIND_NAMES[kind], z = z, dialect = "areas",
    blocks = function(object)
      return maps.blocks(object, "is_solid")
    end,
    look = function(object)
      local own = known[object]
      local fields = own.fields
      if fields.state == "Dead" then
        return nil
      end
      local glyph, colour = fields.glyph, colour_of(fields.color)
      if rawequal(object, state.game.player) then
        glyph, colour = "@", "bright_green"
      end
      return own.record.id, fields.name, glyph, colour
    end,
  })
end

-- interfaces --------------------------------------------------------------------------------------------------------

local function kind_front(name, kind)
  return classes.front(name, "interface", function(value)
    return M.is(value, kind)
  end, {})
end

M.interfaces = {
  IFeat = kind_front("IFeat", "base.feat"),
  IChara = kind_front("IChara", "base.chara"),
  IItem = kind_front("IItem", "base.item"),
  IObject = kind_front("IObject"),
  IMapObject = kind_front("IMapObject"),
  IOwned = kind_front("IOwned"),
  ILocation = classes.front("ILocation", "interface", function(value)
    return maps.is(value) or M.is(value, "base.chara") or M.is(value, "base.item")
  end, {}),
  IEventEmitter = classes.front("IEventEmitter", "interface", function(value)
    return maps.is(value) or M.is(value)
  end, {}),
}

-- A new game: what is still held stands for nothing.
function M.new_game()
  for _, own in next, known do
    own.gone = true
  end
end

-- Whether a callback of a mod goes well; told like a failing handler when it does not.
M.try = pcall

return M
