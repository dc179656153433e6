-- The renewal of maps over time (small renewals each day, large ones each few days), and the callbacks of map
-- archetypes.

local import = ...
local archetypes = import "areas/map/archetype"
local arguments = import "areas/arguments"
local config = import "areas/data/config"
local entrances = import "areas/area/entrances"
local event_emitter = import "areas/interface/event_emitter"
local events = import "core/game/events"
local hierarchy = import "areas/area/hierarchy"
local layers = import "core/game/objects"
local maps = import "areas/map/map_states"
local objects = import "areas/object/object_states"
local party = import "areas/object/party"
local queries = import "areas/object/queries"
local random = import "core/game/random"
local session = import "areas/session"

local M = {}

-- Hours between two renewals.
local MAJOR_HOURS, MINOR_HOURS = 120, 24

local function current_hour()
  return session.game.seconds // 3600
end

local function read_hour(fields, name)
  return arguments.is_finite(fields[name]) and fields[name] or 0
end

-- Renews a map as far as it is due.
function M.renew(map)
  local state = maps.states[map]
  if state.fields.is_not_renewable or not hierarchy.of_map(map) then
    return
  end
  local now, forced = current_hour(), config.get "base.debug_always_renew_map"
  local major_hour = read_hour(state.fields, "renew_major_date")
  local minor_hour = read_hour(state.fields, "renew_minor_date")
  if now > major_hour or forced == "major" then
    local is_first = major_hour == 0
    if not is_first and not state.fields.is_temporary then
      maps.emit(map, "base.on_map_renew_geometry", {})
    end
    maps.emit(map, "base.on_map_renew_major", { is_first_renewal = is_first })
    state.fields.renew_major_date = now + MAJOR_HOURS
  end
  if now > minor_hour or forced == "major" or forced == "minor" then
    local steps = minor_hour == 0 and 1 or (now - minor_hour) // MINOR_HOURS | 0
    maps.emit(map, "base.on_map_renew_minor", { renew_steps = steps > 1 and steps or 1 })
    state.fields.renew_minor_date = now + MINOR_HOURS
  end
end

local function renew_items(map)
  for _, item in ipairs(queries.list_of(map, "base.item")) do
    objects.emit(item, "base.on_item_renew_major", {})
    local state = objects.states[item]
    if state.map and (state.fields.own_state == "None" or state.fields.amount == 0) then
      item:remove_ownership()
    end
  end
end

local function renew_charas(map)
  for _, chara in ipairs(queries.list_of(map, "base.chara")) do
    local state = objects.states[chara]
    if not party.contains(chara) then
      if state.fields.state == "Dead" and not state.fields.is_citizen then
        chara:remove_ownership()
      elseif state.fields.is_summoned and random.below(session.stream "renewal", 2) == 0 then
        chara:remove_ownership()
      else
        state.temp = {}
      end
    end
  end
end

-- The part of the host in a major renewal: removes temporary feats, items in towns, and dead or summoned charas.
local function clean_up(map, params)
  if params.is_first_renewal then
    return
  end
  for _, feat in ipairs(queries.list_of(map, "base.feat")) do
    if feat:calc "is_temporary" then
      feat:remove_ownership()
    end
  end
  if map:has_type { "town", "guild" } then
    renew_items(map)
  end
  renew_charas(map)
end

-- Sets the field crowd_density: the number of living creatures outside the party.
function M.count_crowd(map)
  local count = #queries.list_of(map, "base.chara", function(chara)
    return party.is_alive(chara) and not party.contains(chara)
  end)
  for _, object in ipairs(maps.states[map].store:all()) do
    if layers.ask(object, "lives") and not party.contains(object) then
      count = count + 1
    end
  end
  map.crowd_density = count
  return count
end

-- Does what a visit does to charas: dead citizens respawn when it is time, the others are healed.
function M.refresh_charas(map)
  local now = current_hour()
  for _, chara in ipairs(queries.list_of(map, "base.chara")) do
    local state = objects.states[chara]
    local fields = state.fields
    if fields.state == "Dead" then
      if fields.is_citizen and now >= read_hour(fields, "respawn_date") then
        chara:revive()
      end
    elseif not party.contains(chara) then
      fields.hp = fields.max_hp
      if map.has_anchored_npcs and fields.initial_x == nil then
        fields.initial_x, fields.initial_y = state.x, state.y
      end
    end
  end
end

-- Calls a function of the archetype of a map, such as on_spawn, for an event; an error in it is reported for its mod.
function M.call_archetype(event, map, name, fn, ...)
  local record = archetypes.archetype_of(maps.states[map])
  return events.call(event, name .. " of " .. record.id, record.mod, fn, map, ...)
end

-- Callbacks of archetypes with the events that they handle.
local CALLBACKS = {
  on_map_renew_minor = "base.on_map_renew_minor", on_map_renew_major = "base.on_map_renew_major",
  on_map_renew_geometry = "base.on_map_renew_geometry", on_map_loaded = "base.on_map_loaded",
  on_map_entered = "base.on_map_entered", on_map_pass_turn = "base.on_map_pass_turn",
  on_restock = "base.on_map_renew_minor", on_renew = "base.on_map_renew_geometry",
}

-- Registers the handlers of the host; once.
function M.register_handlers()
  for name, event in next, CALLBACKS do
    event_emitter.on(event, "archetype: " .. name, function(map, params, result)
      local record = maps.is(map) and archetypes.archetype_of(maps.states[map])
      local callback = record and record.entry[name]
      if callback then
        return M.call_archetype(event, map, name, callback, params, result)
      end
    end)
  end
  event_emitter.on("base.on_map_renew_major", "host: clean up", clean_up)
  -- The event passes more arguments, which would be taken as is_forced.
  event_emitter.on("base.on_map_entered", "host: entrances of areas", function(map)
    entrances.place_children(map)
  end)
end

return M
