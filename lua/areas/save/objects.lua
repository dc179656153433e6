-- The codec of charas, items and feats. They are in the chunk of their map; loose ones are in that of the game.

local import = ...
local codecs = import "core/save/codecs"
local data = import "areas/data/registry"
local fields = import "core/save/fields"
local maps = import "areas/map/instances"
local members = import "core/save/members"
local objects = import "areas/object/instances"
local placing = import "areas/object/placement"

local check, damaged, record, shown = fields.check, fields.damaged, fields.record, fields.shown
local format, gsub = string.format, string.gsub
local ipairs, next, tointeger = ipairs, next, math.tointeger
local states = objects.states

local M = {}

local KINDS = { ["base.chara"] = true, ["base.item"] = true, ["base.feat"] = true }

-- While a save is read: uid → object; and those of the former game, which stay the same Lua tables.
local made, former = {}, {}

local OBJECT = record {
  { "uid", "integer", set = false },
  { "x", "integer?", set = false },
  { "y", "integer?", set = false },
  { "above", "integer?", set = false, get = function(state) return members.above(state.object) end },
  { "fields", "table" },
  { "temp", "table?", empty = true },
  { "mods", "table of table?", of = "mod_data", empty = true },
  { "carried", "list of integer?", set = false, empty = true, get = function(state)
    local uids = {}
    for i, object in ipairs(state.carried or {}) do
      uids[i] = states[object].uid
    end
    return uids
  end },
}
-- The head has uid, kind and id.
local MEMBERS = members.declare("objects", record { { 1, "integer" }, { 2, "string" }, { 3, "string" } }, OBJECT)

codecs.add_reference {
  letter = "o",
  match = function(value) return states[value] end,
  name = function(_, state)
    local outer = state
    while outer.inside do
      outer = states[outer.inside]
    end
    if not outer.map and not state.gone then
      codecs.add_loose("game", outer.object)
    end
    return not state.gone and state.uid, "an object of a game that is over"
  end,
  find = function(uid) return made[tointeger(uid)] end,
}

-- Adds an object, and all that it carries, to the head and the body of a chunk; nothing for one of another dialect.
function M.write(object, head, body)
  local state = states[object]
  if not state then
    return
  end
  MEMBERS:add(head, body, { state.uid, state.kind, state.record.id }, OBJECT:write(state))
  for _, carried in ipairs(state.carried or {}) do
    M.write(carried, head, body)
  end
end

-- Adds the objects of missing mods, as `fill` gave them.
function M.write_missing(list, head, body)
  for _, missing in ipairs(list or {}) do
    MEMBERS:add(head, body, missing[1], missing[2])
  end
end

-- A path in a body, as errors show it: fields of an object under its id and uid.
function M.explain(path, head)
  return (gsub(gsub(path, "^fields%.", ""), "^objects%[(%d+)%]%.fields%.", function(i)
    local entry = head.objects[tointeger(i)]
    return format("%s %d → ", entry[3], entry[1])
  end))
end

function M.check(head, where, taken)
  MEMBERS:check_head(head, where, taken, function(entry, place)
    if not KINDS[entry[2]] then
      damaged(place, "is %s: must be a chara, an item or a feat", shown(entry[2]))
    end
  end)
end

-- Ends the former game.
function M.leave()
  made, former = {}, {}
  for object, state in next, states do
    if not state.gone then
      former[state.uid], state.gone = object, true
    end
  end
end

function M.make(head)
  for _, entry in ipairs(head.objects) do
    local uid, prototype = entry[1], data.find(entry[2], entry[3])
    if prototype then
      local object = former[uid]
      local state = object and states[object]
      local is_same = state and state.kind == entry[2] and state.record.id == entry[3]
      made[uid] = objects.make(prototype, uid, {}, is_same and object or nil)
    end
  end
end

-- Puts objects on a map, and gives objects to those that carry them.
local function place_objects(records, map, where)
  for _, i in ipairs(members.in_order(records)) do
    local saved = records[i]
    if map and saved.x and made[saved.uid] then
      if not maps.square(maps.states[map], saved.x, saved.y) then
        damaged(where, "→ the object %d lies at (%d, %d), outside the map", saved.uid, saved.x, saved.y)
      end
      placing.put(states[made[saved.uid]], map, saved.x, saved.y)
    end
  end
  for _, saved in ipairs(records) do
    local carrier = made[saved.uid]
    for _, uid in ipairs(carrier and saved.carried or {}) do
      local state, outer = made[uid] and states[made[uid]], carrier
      while outer and state do
        if state.map or state.inside or outer == state.object then
          damaged(where, "→ the object %d carries %d, which is elsewhere", saved.uid, uid)
        end
        outer = states[outer].inside
      end
      if state then
        placing.give(state, carrier)
      end
    end
  end
end

local function check_object(saved, entry, where)
  if saved.x and not saved.y then
    damaged(where, "has no y")
  elseif entry[2] == "base.feat" then
    check(saved.fields.params, "table?", where .. " → fields", "params")
  end
end

-- Fills the objects of a chunk; those that lie somewhere lie on `map`, or else are loose. Returns those of missing
-- mods: a list of { entry of the head, record }.
function M.fill(head, body, map, where)
  local missing = {}
  local records = MEMBERS:check_body(head, body, where, check_object)
  for i, saved in ipairs(records) do
    local object = made[saved.uid]
    if object then
      OBJECT:read(saved, states[object], where)
      if not map then
        codecs.add_loose("game", object)
      end
    else
      missing[#missing + 1] = { head.objects[i], saved }
    end
  end
  place_objects(records, map, where)
  return missing[1] and missing
end

-- The chara with a uid of the save; nil when its mod is missing.
function M.find_chara(uid, where)
  local object = made[uid]
  if object and states[object].kind ~= "base.chara" then
    damaged(where, "is %s: must be the uid of a chara", shown(uid))
  end
  return object
end

return M
