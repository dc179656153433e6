-- The codec of areas. Floors name their area in the chunk of their map, and children their parent, so that a new one
-- changes no other chunk.

local import = ...
local areas = import "areas/area/instances"
local codecs = import "core/save/codecs"
local fields = import "core/save/fields"
local map_codec = import "areas/save/map"
local session = import "areas/session"

local next, tointeger, type = next, math.tointeger, type

local function parent_of(state)
  return type(state.parent) == "number" and areas.states[session.game.areas[state.parent]]
end

local AREA = fields.record {
  { "fields", "table" },
  { "count", "integer", of = "field_count" },
  { "made", "integer" },
  { "registered", "boolean?" },
  { "unique", "string?" },
  { "archetype", "string?" },
  { "parent", "any", set = function(state, parent, where)
    state.parent = parent == "root" and parent or fields.check(parent, "integer?", where, "parent")
  end },
  -- Where it lies in its parent.
  { "place", fields.record { { "x", "integer" }, { "y", "integer" }, { "floor", "integer" } }, optional = true,
    get = function(state)
      local parent = parent_of(state)
      return parent and parent.children[state.uid] or nil
    end,
    set = function(state, place, where)
      local parent = parent_of(state)
      if parent then
        parent.children[state.uid] = place or false
      end
      -- A circle is complete when the last of its areas is read.
      while parent do
        if parent == state then
          fields.damaged(where, "lies in itself")
        end
        parent = parent_of(parent)
      end
    end },
}

codecs.add_instances("a", areas.states, "an area that is gone", function(uid) return session.game.areas[uid] end)

-- While a save is read: the areas of the former game.
local former = {}

codecs.add {
  kind = "area",
  order = 2,
  is_lasting = true,
  is_key = map_codec.is_uid,
  title = function(key) return "area " .. key end,
  keys = function(everything)
    for _, area in next, everything and session.game.areas or {} do
      session.touch(areas.states[area])
    end
    return map_codec.list_keys(session.game.dirty.area)
  end,
  dropped = function() return map_codec.list_keys(session.game.dropped.area) end,
  write = function(key) return {}, AREA:write(areas.states[session.game.areas[tointeger(key)]]) end,
  explain = function(path) return (path:gsub("^fields%.", "")) end,
  leave = function()
    former = session.game.areas
    for _, area in next, former do
      areas.states[area].gone = true
    end
  end,
  make = function(key)
    local uid = tointeger(key)
    session.game.areas[uid] = areas.make(uid, former[uid])
  end,
  fill = function(key, decode)
    local where = "area " .. key
    local body = AREA:check(decode(), where)
    AREA:read(body, areas.states[session.game.areas[tointeger(key)]], where)
    fields.check(body.fields.types, "table", where .. " → fields", "types")
    fields.check(body.fields.metadata, "table?", where .. " → fields", "metadata")
  end,
  settle = function(is_dirty)
    former = {}
    map_codec.settle("area", areas, session.game.areas, is_dirty)
  end,
}
