-- When a map is renewed, and what that does.

local import = ...
local charas = import "areas/object/chara"
local emitter = import "areas/interface/event_emitter"
local entrances = import "areas/area/entrances"
local events = import "core/game/events"
local kinship = import "areas/area/hierarchy"
local layers = import "core/game/objects"
local listing = import "areas/object/queries"
local map_methods = import "areas/map/archetype"
local maps = import "areas/map/instances"
local objects = import "areas/object/instances"
local random = import "areas/modules/rand"
local state = import "areas/session"

local format = string.format
local ipairs = ipairs

local M = {}

local MAJOR, MINOR = 120, 24

local function hours()
  return state.game.seconds // 3600
end

local function date_of(fields, name)
  local value = fields[name]
  return state.is_number(value) and value or 0
end

local function forced()
  return import("areas/data/config").get("base.debug_always_renew_map")
end

local function renew(map)
  local own = maps.known[map]
  local fields = own.fields
  if fields.is_not_renewable or not kinship.of_map(map) then
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
  for _, feat in ipairs(listing.list_of(map, "base.feat")) do
    if feat:calc "is_temporary" then
      feat:remove_ownership()
    end
  end
  if is_town(map) then
    for _, item in ipairs(listing.list_of(map, "base.item")) do
      objects.emit(item, "base.on_item_renew_major", {})
      local fields = objects.known[item].fields
      if objects.known[item].map and (fields.own_state == "None" or fields.amount == 0) then
        item:remove_ownership()
      end
    end
  end
  for _, chara in ipairs(listing.list_of(map, "base.chara")) do
    local own = objects.known[chara]
    if not charas.in_party(chara) then
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
  for _, chara in ipairs(listing.list_of(map, "base.chara")) do
    if charas.is_alive(chara) and not charas.in_party(chara) then
      count = count + 1
    end
  end
  for _, object in ipairs(maps.known[map].store:all()) do
    if layers.ask(object, "lives") and not charas.in_party(object) then
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
  for _, chara in ipairs(listing.list_of(map, "base.chara")) do
    local own = objects.known[chara]
    if own.fields.state == "Dead" then
      if own.fields.is_citizen and now >= date_of(own.fields, "respawn_date") then
        chara:revive()
      end
    elseif not charas.in_party(chara) then
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
    local record = maps.is(map) and map_methods.archetype(map)
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
  entrances.place_children(map)
end)

M.refresh_charas, M.renew = refresh_charas, renew

return M
