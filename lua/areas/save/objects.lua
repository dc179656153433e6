-- The codec of charas, items, feats and mefs. They are in the chunk of their map; loose ones are in the game's.

local import = ...
local codecs = import "core/save/codecs"
local data = import "areas/data/registry"
local fields = import "core/save/fields"
local loose_items = import "areas/object/loose_items"
local maps = import "areas/map/map_states"
local members = import "core/save/members"
local objects = import "areas/object/object_states"
local placing = import "areas/object/placement"
local references = import "core/save/references"

local damaged = fields.damaged
local ipairs, next = ipairs, next
local states = objects.states

local M = {}

local STAYS = fields.optional(fields.table_of(fields.record {
  { "chara", "any" }, { "area_uid", "integer" }, { "area_name", "string?" }, { "area_floor", "integer" },
  { "x", "integer?" }, { "y", "integer?" },
}))

local OBJECT = fields.record {
  title = function(saved) return saved.id .. " " .. saved.uid .. " → " end,
  { "uid", "uid", set = false },
  { "kind", fields.key_of(objects.KIND_NAMES), set = false },
  { "id", "string", set = false, get = function(state) return state.record.id end },
  { "x", "integer?", set = false },
  { "y", "integer?", set = false },
  { "above", "integer?", set = false, get = function(state) return members.above(state.object) end },
  { "fields", "table" },
  { "temp", "table?", empty = true },
  { "mods", fields.optional "table of table", of = "mod_data", empty = true },
  { "carried", fields.optional "table of integer", set = false, empty = true, get = function(state)
    local uids = {}
    for i, object in ipairs(state.carried or {}) do
      uids[i] = states[object].uid
    end
    return uids
  end },
  { "stays", STAYS },
}

local function outermost(state)
  while state.inside do
    state = states[state.inside]
  end
  return state
end

references.add {
  letter = "o",
  match = function(value) return states[value] end,
  name = function(_, state)
    local outer = outermost(state)
    if state.is_loose then
      return nil, "an item of " .. state.record.dialect .. " that lies on a square"
    elseif not outer.map and not state.gone then
      codecs.add_loose("game", outer.object)
    end
    return not state.gone and state.uid, "an object of a game that is over"
  end,
  all = function()
    local by_uid = {}
    for object, state in next, states do
      if not state.gone then
        by_uid[state.uid] = object
      end
    end
    return by_uid
  end,
}

local function put(object, saved, home)
  if saved.x and home.store then
    if not (saved.y and maps.square(home, saved.x, saved.y)) then
      damaged("→ the object %d lies at (%d, %s), outside the map", saved.uid, saved.x, fields.shown(saved.y))
    end
    placing.put(states[object], home.map, saved.x, saved.y)
  end
end

local function fill(object, saved, home)
  if objects.HAS_PARAMS[saved.kind] then
    fields.check(saved.fields.params, "table?", "params")
  end
  OBJECT:read(saved, states[object])
  if not home.store then
    codecs.add_loose("game", object)
  end
  for _, uid in ipairs(saved.carried or {}) do
    local carried = states[references.find_made("o", uid)]
    if carried and (carried.map or carried.inside or outermost(states[object]) == carried) then
      damaged("→ the object %d carries %d, which is elsewhere", saved.uid, uid)
    elseif carried then
      placing.give(carried, object)
    end
  end
end

M.members = members.declare {
  letter = "o",
  record = OBJECT,
  find = function(saved)
    return data.find(saved.kind, saved.id) or objects.containers[saved.kind]
      or saved.kind == "base.item" and loose_items.find_record(saved.id)
  end,
  make_object = function(prototype, object, saved) objects.make(prototype, saved.uid, {}, object) end,
  put = put,
  fill = fill,
}

-- The records of objects and of all that they carry; objects of other dialects, and items that stand for stacks of
-- these, are not among them.
function M.write(list, home)
  local listed = {}
  local function add(object)
    local state = states[object]
    if state and state.is_loose then
      return
    end
    listed[#listed + 1] = state
    for _, carried in ipairs(state and state.carried or {}) do
      add(carried)
    end
  end
  for _, object in ipairs(list) do
    add(object)
  end
  return M.members:write(listed, home)
end

return M
