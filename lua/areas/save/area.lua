-- The codec of areas. A floor names its area (in the chunk of its map), and a child area its parent, so that a new
-- floor or area changes no other chunk.

local import = ...
local areas = import "areas/area/area_states"
local codecs = import "core/save/codecs"
local fields = import "core/save/fields"
local references = import "core/save/references"
local session = import "areas/session"

local next = next

local check_uid = fields.kind "integer?"

local function parent_of(state)
  return areas.states[session.game.areas[state.parent]]
end

local AREA = fields.record {
  { "fields", fields.record { { "types", "table" }, { "metadata", "table?" } } },
  { "count", "integer", of = "field_count" },
  { "made", "integer" },
  { "registered", "boolean?" },
  { "unique", "string?" },
  { "archetype", "string?" },
  { "parent", function(parent) return parent == "root" or check_uid(parent) end },
  -- Where it lies in its parent.
  { "place", fields.optional(fields.record { { "x", "integer" }, { "y", "integer" }, { "floor", "integer" } }),
    get = function(state)
      local parent = parent_of(state)
      return parent and parent.children[state.uid] or nil
    end,
    set = function(state, place)
      local parent = parent_of(state)
      if parent then
        parent.children[state.uid] = place or false
      end
      -- A circle is complete when the last of its areas is read.
      while parent do
        if parent == state then
          fields.damaged "lies in itself"
        end
        parent = parent_of(parent)
      end
    end },
}

references.add_instances("a", areas.states, "an area that is gone", function() return session.game.areas end)

codecs.add {
  kind = "area",
  order = 2,
  id_of = codecs.uid_of,
  is_lasting = true,
  record = AREA,
  live = function() return session.game.areas end,
  changed = function(everything)
    for _, area in next, everything and session.game.areas or {} do
      session.touch(areas.states[area])
    end
    return session.game.dirty.area
  end,
  leave = areas.new_game,
  make = function(uid)
    local area, state = areas.make(uid, references.make("a", uid))
    session.game.areas[uid] = area
    return state
  end,
}
