-- What mods keep with a game: `save.my_mod`, a table for each mod that is saved with the maps.

local import, py = ...
local errors = import "core/errors"
local deep_copy = import "areas/data/deep_copy"
local loader = import "core/loader"
local stable_order = import "core/sandbox/stable_order"
local state = import "areas/session"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local concat, format, sort = table.concat, string.format, table.sort
local next, setmetatable = next, setmetatable

local M = {}

-- What `save.base` shows of the game itself; it cannot be set.
local computed = {
  areas = function(game)
    local list = {}
    for uid, area in next, game.areas do
      list[uid] = area
    end
    return list
  end,
  unique_areas = function(game)
    return deep_copy(game.unique)
  end,
  -- Which map belongs to which area, without any of them being looked at.
  map_registry = function(game)
    local uids, list = {}, {}
    for uid in next, game.maps do
      uids[#uids + 1] = uid
    end
    sort(uids)
    for i, uid in next, uids do
      local place = game.area_of[uid]
      local area = place and place.area
      list[i] = { uid = uid, id = area and area._id or nil, area = area and area.uid or nil, floor = place and place.floor or nil }
    end
    return list
  end,
  play_turns = function(game)
    return game.turns
  end,
  date_hours = function(game)
    return game.seconds // 3600
  end,
}

-- The table of a mod, made when it is first asked for.
local function table_of(id)
  local saved = state.game.saved
  local own = saved[id]
  if not own then
    own = {}
    saved[id] = own
  end
  return own
end
M.table_of = table_of

local base_views = setmetatable({}, { __mode = "k" })

-- `save.base`: what the game says of itself, and else a table as others.
local function base_table(mod)
  local view = base_views[mod]
  if not view then
    view = setmetatable({}, {
      __metatable = false,
      __name = "save.base",
      __index = function(_, key)
        local compute = computed[key]
        if compute then
          return compute(state.game)
        end
        return table_of("base")[key]
      end,
      __newindex = function(_, key, value)
        if computed[key] and key ~= "play_turns" then
          raise(format("save.base.%s cannot be set: it follows from the game", key))
        elseif key == "play_turns" then
          state.game.turns = state.whole(value, "save.base.play_turns")
          return
        end
        local base = loader.mods.base
        if base and not proxies.may_change(mod, base) then
          proxies.refuse("save.base." .. text.tostring(key), base, 3)
        end
        table_of("base")[key] = value
      end,
    })
    base_views[mod] = view
  end
  return view
end

-- The table `save` of a mod.
function M.tables(mod)
  return setmetatable({}, {
    __metatable = false,
    __name = "save",
    __index = function(_, id)
      if id == "base" and mod.id ~= "base" then
        return base_table(mod)
      end
      local other = loader.mods[id]
      if not other then
        local ids = {}
        for one in next, loader.mods do
          ids[#ids + 1] = stable_order.type(one) == "string" and one or nil
        end
        sort(ids)
        py.refuse_name(format("save.%s: there is no mod of that id", text.tostring(id)),
          stable_order.type(id) == "string" and id or "", concat(ids, "\0"))
      end
      local own = table_of(id)
      return proxies.may_change(mod, other) and own or proxies.read_only(own, other)
    end,
    __newindex = function(_, id)
      raise(format("save.%s cannot be set: set a field of save.%s", text.tostring(id), mod.id))
    end,
  })
end

return M
