-- From map to map: what is current, who goes along, which events that brings, and when a map is renewed.

local import, py = ...
local areas = import "areas/area"
local blame = import "host/blame"
local emitter = import "areas/emitter"
local events = import "host/events"
local maps = import "areas/map"
local objects = import "areas/objects"
local order = import "host/order"
local protect = import "host/protect"
local random = import "areas/rand"
local state = import "areas/state"
local text = import "host/text"
local values = import "host/values"

local finish, raise, shown = blame.finish, blame.raise, text.shown
local error, format = error, string.format
local ipairs, next, rawequal, setmetatable, type = ipairs, next, rawequal, setmetatable, type
local whole = state.whole

local M = {}

local MAJOR, MINOR = 120, 24

-- Set by areas/save: what is to be done, and may be refused, before a map is left, and when the travel is done.
M.before_leaving, M.after_travel = nil, nil
-- Where a travel that is under way goes to: handlers of its events may not begin another.
local travelling

local function hours()
  return state.game.seconds // 3600
end

-- renewal -----------------------------------------------------------------------------------------------------------

local function date_of(fields, name)
  local value = fields[name]
  return state.is_number(value) and value or 0
end

local function forced()
  return import("areas/config").get("base.debug_always_renew_map")
end

local function renew(map)
  local own = maps.known[map]
  local fields = own.fields
  if fields.is_not_renewable or not areas.of_map(map) then
    return
  end
  local now, always = hours(), forced()
  local major, minor = date_of(fields, "renew_major_date"), date_of(fields, "renew_minor_date")
  local is_major = now > major or always == "major"
  if is_major then
    local first = major == 0
    if not first and not fields.is_temporary then
      maps.emit(map, "base.on_map_renew_geometry", {})
    end
    maps.emit(map, "base.on_map_renew_major", { is_first_renewal = first })
    own.fields.renew_major_date = now + MAJOR
  end
  if now > minor or always == "major" or always == "minor" then
    local steps = minor == 0 and 1 or (now - minor) // MINOR | 0
    maps.emit(map, "base.on_map_renew_minor", { renew_steps = steps > 1 and steps or 1 })
    own.fields.renew_minor_date = now + MINOR
  end
end

local function is_town(map)
  return map:has_type { "town", "guild" }
end

-- What a major renewal of the host does, after the handlers of mods.
local function tidy(map, params)
  if params.is_first_renewal then
    return
  end
  for _, feat in ipairs(objects.list_of(map, "base.feat")) do
    if feat:calc "is_temporary" then
      feat:remove_ownership()
    end
  end
  if is_town(map) then
    for _, item in ipairs(objects.list_of(map, "base.item")) do
      objects.emit(item, "base.on_item_renew_major", {})
      local fields = objects.known[item].fields
      if objects.known[item].map and (fields.own_state == "None" or fields.amount == 0) then
        item:remove_ownership()
      end
    end
  end
  for _, chara in ipairs(objects.list_of(map, "base.chara")) do
    local own = objects.known[chara]
    if not objects.in_party(chara) then
      if own.fields.state == "Dead" and not own.fields.is_citizen then
        chara:remove_ownership()
      elseif own.fields.is_summoned and random.below(random.host "renewal", 2) == 0 then
        chara:remove_ownership()
      else
        own.temp = {}
      end
    end
  end
end

local function count_crowd(map)
  local count = 0
  for _, chara in ipairs(objects.list_of(map, "base.chara")) do
    if objects.is_alive(chara) and not objects.in_party(chara) then
      count = count + 1
    end
  end
  map.crowd_density = count
  return count
end
M.count_crowd = count_crowd

local function refresh_charas(map)
  local now = hours()
  local anchored = map.has_anchored_npcs
  for _, chara in ipairs(objects.list_of(map, "base.chara")) do
    local own = objects.known[chara]
    if own.fields.state == "Dead" then
      if own.fields.is_citizen and now >= date_of(own.fields, "respawn_date") then
        chara:revive()
      end
    elseif not objects.in_party(chara) then
      own.fields.hp = own.fields.max_hp
      if anchored and own.fields.initial_x == nil then
        own.fields.initial_x, own.fields.initial_y = own.x, own.y
      end
    end
  end
end

-- callbacks of archetypes -------------------------------------------------------------------------------------------

local function archetype_callback(event, name, field)
  emitter.on(event, name, function(map, params, result)
    local record = maps.is(map) and maps.archetype(map)
    local fn = record and record.entry[field]
    if fn then
      return events.call(event, format("%s of %s", field, record.id), record.mod, fn, map, params, result)
    end
  end)
end

archetype_callback("base.on_map_renew_minor", "archetype: on_map_renew_minor", "on_map_renew_minor")
archetype_callback("base.on_map_renew_major", "archetype: on_map_renew_major", "on_map_renew_major")
archetype_callback("base.on_map_renew_geometry", "archetype: on_map_renew_geometry", "on_map_renew_geometry")
archetype_callback("base.on_map_loaded", "archetype: on_map_loaded", "on_map_loaded")
archetype_callback("base.on_map_entered", "archetype: on_map_entered", "on_map_entered")
archetype_callback("base.on_map_pass_turn", "archetype: on_map_pass_turn", "on_map_pass_turn")
archetype_callback("base.on_map_renew_minor", "archetype: on_restock", "on_restock")
archetype_callback("base.on_map_renew_geometry", "archetype: on_renew", "on_renew")
emitter.on("base.on_map_renew_major", "host: tidy up", function(map, params)
  tidy(map, params)
end)
emitter.on("base.on_map_entered", "host: entrances of areas", function(map)
  areas.place_children(map)
end)

-- entering ----------------------------------------------------------------------------------------------------------

local function make_current(map)
  state.game.map = map
  finish(py.map_current(maps.known[map].number))
end

local function enter(map, load_type)
  make_current(map)
  local fully = load_type == "full" or load_type == "traveled"
  maps.emit(map, "base.on_map_changed", { load_type = load_type })
  maps.emit(map, "base.on_map_initialize", { load_type = load_type })
  if load_type ~= "continue" then
    renew(map)
  end
  if fully then
    refresh_charas(map)
  end
  if load_type ~= "initialize" then
    maps.emit(map, "base.on_map_loaded", {})
  end
  if fully then
    maps.emit(map, "base.on_map_entered", {})
    local area, floor = areas.of_map(map)
    if area then
      local fields = areas.known[area].fields
      local visited = state.is_number(fields.deepest_floor_visited) and fields.deepest_floor_visited or 0
      if floor > visited then
        fields.deepest_floor_visited = floor
        state.touch(areas.known[area])
      end
    end
    local visits = maps.known[map].fields.visit_times
    maps.known[map].fields.visit_times = (state.is_number(visits) and visits or 0) + 1
  end
  count_crowd(map)
  maps.emit(map, "base.after_map_changed", {})
end
M.enter = enter

function M.set_map(map, load_type)
  maps.of(map, "Map.set_map")
  M.need_rest "Map.set_map"
  load_type = load_type == nil and "full" or load_type
  local area = areas.of_map(map)
  if area and not areas.known[area].registered then
    areas.register(areas.known[area], "root")
  end
  enter(map, load_type)
end

-- Where to stand on a map that is entered.
local function given_position(value)
  if order.type(value) ~= "table" then
    return nil
  end
  local x, y = value.x or value[1], value.y or value[2]
  if state.is_number(x) and state.is_number(y) then
    return x // 1 | 0, y // 1 | 0
  end
end

function M.start_position(map, previous, feat)
  local own = maps.known[map]
  local x, y = given_position(maps.emit(map, "base.calc_map_starting_pos", {
    prev_map = previous, feat = feat, chara = state.game.player,
  }))
  local record = not x and maps.archetype(map)
  local start = record and record.entry.starting_pos
  if values.is_callable(start) then
    start = start(map, state.game.player, previous, feat)
  end
  if start ~= nil and start ~= false then
    x, y = given_position(start)
    if not x or not maps.square(own, x, y) then
      local given = x and format("(%d, %d)", x, y) or shown(start)
      blame.raise_at(record.file, record.line, format("starting_pos of the map archetype %s is %s: must be the x and y of a square of the map, such as { x = 2, y = 4 }",
        record.id, given))
    end
  end
  if not x then
    x, y = given_position(own.fields.player_start_pos)
  end
  if not x or not maps.square(own, x, y) then
    x, y = own.width // 2, own.height // 2
  end
  return x, y
end

-- Where player and party come to stand: { object, x, y } each; nothing, and who finds no room.
local function places(map, x, y)
  local own = maps.known[map]
  local list, taken = {}, {}
  local game = state.game
  local function find(object, who)
    local px, py_ = maps.free_position(map, x, y, nil, nil, taken)
    if not px then
      return format("there is no free square for %s on the map %d", who, own.uid)
    end
    taken[py_ * own.width + px] = true
    list[#list + 1] = { object, px, py_ }
  end
  if game.player then
    local wrong = find(game.player, "the player")
    for _, ally in ipairs(game.party) do
      if not wrong and objects.is_alive(ally) and (rawequal(objects.known[ally].map, game.map) or not objects.known[ally].map) then
        wrong = find(ally, "the ally " .. text.tostring(objects.known[ally].fields.name))
      end
    end
    if wrong then
      return nil, wrong
    end
  end
  return list
end

-- What a travel changes, so that one that fails leaves no trace in it.
local function snapshot(list, to)
  local game = state.game
  local before = { map = game.map, moved = {}, number = finish(py.game_map()), last_area = game.last.area, fields = {} }
  for i, one in ipairs(list) do
    local own = objects.known[one[1]]
    before.moved[i] = { own, own.map, own.x, own.y, own.inside }
  end
  for _, map in ipairs { game.map or false, to } do
    if map then
      local copy = {}
      for key, value in next, maps.known[map].fields do
        copy[key] = value
      end
      before.fields[#before.fields + 1] = { maps.known[map], copy }
    end
  end
  return before
end

local function restore(before, made_area, to)
  for i = #before.moved, 1, -1 do
    local own, map, x, y, inside = table.unpack(before.moved[i], 1, 5)
    if map and not maps.known[map].gone then
      objects.put(own, map, x, y)
    else
      objects.detach(own)
      if inside then
        objects.give(own, inside)
      end
    end
  end
  for _, one in ipairs(before.fields) do
    one[1].fields = one[2]
  end
  if made_area then
    areas.drop_floor(areas.known[made_area], select(2, areas.of_map(to)))
    areas.forget(areas.known[made_area])
  end
  state.game.map = before.map
  finish(py.map_current(before.number))
end

-- Goes to another map: true; or false, and why not.
function M.travel_to(map, params)
  state.need_game "Map.travel_to"
  maps.of(map, "Map.travel_to: map")
  params = params or {}
  local game = state.game
  local previous = game.map
  if rawequal(previous, map) then
    return true
  end
  M.need_rest "Map.travel_to"
  local x, y
  if params.start_x ~= nil or params.start_y ~= nil then
    x, y = whole(params.start_x, "Map.travel_to: params.start_x"), whole(params.start_y, "Map.travel_to: params.start_y")
    if not maps.square(maps.known[map], x, y) then
      raise(format("Map.travel_to: (%d, %d) lies outside the map", x, y))
    end
  else
    x, y = M.start_position(map, previous, params.feat)
  end
  local list, wrong = places(map, x, y)
  if not list then
    return false, wrong
  end
  if previous and M.before_leaving then
    -- Refuses what cannot be saved while nothing has changed yet.
    M.before_leaving(previous)
  end
  local before = snapshot(list, map)
  local made_area
  travelling = map
  local ok, message = protect.pcall(function()
    local area = areas.of_map(map)
    if not area then
      local around = previous and areas.of_map(previous)
      made_area = areas.around(map, around)
    elseif not areas.known[area].registered then
      areas.register(areas.known[area], "root")
    end
    for _, one in ipairs(list) do
      objects.put(objects.known[one[1]], map, one[2], one[3])
    end
    if previous then
      maps.emit(previous, "base.on_map_leave", { next_map = map })
    end
    enter(map, "traveled")
  end)
  travelling = nil
  if not ok then
    restore(before, made_area, map)
    error(message, 0)
  end
  if previous then
    local own = maps.known[previous]
    if own.fields.is_temporary then
      M.delete(previous)
    elseif own.holder then
      -- What connect_self bound to a map lasts as long as one is there.
      own.holder = nil
      maps.bind(own)
    end
  end
  if M.after_travel then
    M.after_travel()
  end
  return true
end

protect.on_death(function()
  travelling = nil
end)

-- Raises while a travel is under way: it must find all as it was.
function M.need_rest(what)
  if travelling then
    raise(what .. ": a travel is under way: must wait until it is over")
  end
end

-- Raises when a map cannot be taken out of the game.
function M.need_deletable(map, what)
  if rawequal(state.game.map, map) then
    raise(format("%s: the map %d is the current one: must be another", what, map.uid))
  elseif rawequal(travelling, map) then
    raise(format("%s: a travel to the map %d is under way: must wait until it is over", what, map.uid))
  end
end

-- Takes a map out of the game.
function M.delete(map)
  M.need_deletable(map, "Map.delete")
  local own = maps.known[map]
  maps.emit(map, "base.on_map_deleted", {})
  for _, object in ipairs(own.store:all()) do
    if objects.known[object] then
      objects.detach(objects.known[object])
    end
  end
  local area, floor = areas.of_map(map)
  if area then
    areas.drop_floor(areas.known[area], floor)
  end
  maps.forget(own)
  state.game.buried[own.number] = true
  if not own.shared then
    finish(py.map_drop(own.number))
  end
end

-- stairs and entrances ----------------------------------------------------------------------------------------------

local DELTA = { up = -1, down = 1 }

-- Where a feat leads: an area and a floor, or a map; or nothing, and why.
local function destination(feat)
  local fields = objects.known[feat].fields
  local params = fields.params or {}
  local game = state.game
  if params.map_uid and game.maps[params.map_uid] then
    local map = game.maps[params.map_uid]
    local area, floor = areas.of_map(map)
    return area, floor, map
  end
  local area = params.area_uid and game.areas[params.area_uid]
  if area then
    return area, params.area_floor or params.start_floor or areas.first_floor(areas.known[area])
  elseif params.area_uid then
    return nil, format("it leads to the area %d, which is not there", params.area_uid)
  end
  local way = areas.direction(feat)
  local delta = params.floor_delta or fields.floor_delta or DELTA[way]
  local here, floor = areas.of_map(game.map)
  if delta and here then
    if floor + delta < areas.first_floor(areas.known[here]) then
      local uid, out = areas.way_out(areas.known[here])
      if uid then
        return game.areas[uid], out
      end
    else
      return here, floor + delta
    end
  end
  local uid = game.map:previous_map_and_location()
  if way == "up" and uid and game.maps[uid] then
    local map = game.maps[uid]
    local area_of, its_floor = areas.of_map(map)
    return area_of, its_floor, map
  end
  return nil, "it leads nowhere: it has no area_uid"
end

-- The stairs at which one arrives: those that lead back, else the first that go the other way.
local function arrival(map, feat, from_area, from_floor)
  local way = areas.direction(feat)
  if not way then
    return nil
  end
  local up, down = areas.stairs_of(map)
  local candidates = way == "down" and up or down
  for _, one in ipairs(candidates) do
    local params = objects.known[one].fields.params or {}
    if params.area_uid == (from_area and areas.known[from_area].uid) and params.area_floor == from_floor
      or params.map_uid == maps.known[state.game.map].uid then
      return one.x, one.y
    end
  end
  if candidates[1] then
    return candidates[1].x, candidates[1].y
  end
end

-- Goes where stairs or an entrance lead: true; or false, and why not.
function M.use(feat)
  local game = state.game
  local here = game.map
  local before = objects.emit(feat, "elona.before_travel_using_feat", { blocked = false })
  if order.type(before) == "table" and before.blocked then
    return false, "it was blocked"
  end
  local area, floor, map = destination(feat)
  if not area and not map then
    return false, floor
  end
  local changed = objects.emit(feat, "elona.on_travel_using_feat", { area = area, floor = floor, map = map })
  if order.type(changed) == "table" then
    area, floor, map = changed.area or area, changed.floor or floor, changed.map or map
  end
  if not map then
    local ok, found, made = areas.load_or_generate(areas.of(area, "the area"), floor, nil, "the feat")
    if not ok then
      return false, found
    end
    map = found
    local own = maps.known[map]
    if not made and own.fields.is_generated_every_time and own.fields.visit_times > 0 and not rawequal(map, here) then
      local fresh, why = areas.generate(areas.known[area], floor, nil, { is_first_generation = false })
      if not fresh then
        return false, why
      end
      map:replace_with(fresh)
      maps.emit(map, "base.on_generate_area_floor", { area = area, floor_number = floor, is_first_generation = false })
    end
  end
  local params = objects.known[feat].fields.params or {}
  local from_area, from_floor = areas.of_map(here)
  local x, y
  if params.area_starting_x and params.area_starting_y then
    x, y = params.area_starting_x, params.area_starting_y
  else
    local from = from_area and areas.known[from_area]
    if from and area and from.parent == areas.known[area].uid then
      local position = areas.known[area].children[from.uid]
      if position and position.floor == floor then
        x, y = position.x, position.y
      end
    end
    if not x then
      x, y = arrival(map, feat, from_area, from_floor)
    end
  end
  if x and not maps.square(maps.known[map], x, y) then
    x, y = nil, nil
  end
  local is_entrance = not areas.direction(feat)
  local fx, fy = feat.x, feat.y
  local ok, why = M.travel_to(map, { start_x = x, start_y = y, feat = feat })
  if ok and is_entrance and not maps.known[map].gone and not maps.known[here].gone and not maps.known[here].fields.is_temporary then
    maps.known[map].previous = { maps.known[here].uid, fx, fy }
  end
  return ok, why
end

-- Off the edge of a map: back to where one came from.
function M.leave_by_edge()
  local map = state.game.map
  if not map or not map:calc "can_exit_from_edge" then
    return false
  end
  local uid, x, y = map:previous_map_and_location()
  local previous = uid and state.game.maps[uid]
  if previous then
    return M.travel_to(previous, { start_x = x, start_y = y })
  end
  local area = areas.of_map(map)
  local above, floor = areas.way_out(areas.known[area])
  if not above then
    return false
  end
  local ok, found = areas.load_or_generate(areas.known[state.game.areas[above]], floor, nil, "the edge of the map")
  if not ok then
    return false, found
  end
  local position = areas.known[state.game.areas[above]].children[areas.known[area].uid]
  return M.travel_to(found, position and { start_x = position.x, start_y = position.y } or nil)
end

return M
