-- The tables that mods save with a game, `save.my_mod`, and their codec.

local import, py = ...
local codecs = import "core/save/codecs"
local errors = import "core/errors"
local fields = import "core/save/fields"
local deep_copy = import "areas/data/deep_copy"
local layers = import "core/game/objects"
local loader = import "core/loader"
local parties = import "areas/object/parties"
local stable_order = import "core/sandbox/stable_order"
local session = import "areas/session"
local staying_charas = import "areas/object/staying_charas"
local tested = import "core/tested"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"
local typos = import "core/typos"

local raise = errors.raise
local format = string.format
local ipairs, next, setmetatable = ipairs, next, setmetatable

local M = {}

-- Fields of `save.base` that are computed from the game.
local computed = {
  areas = function(game)
    local list = {}
    for uid, area in next, game.areas do
      list[uid] = area
    end
    return list
  end,
  unique_areas = function(game) return deep_copy(game.unique) end,
  -- The area of each map; listing them does not mark any as changed.
  map_registry = function(game)
    local list = {}
    for i, uid in ipairs(session.sorted_keys(game.maps)) do
      local place = game.area_of[uid]
      local area = place and place.area
      list[i] = { uid = uid, id = area and area._id, area = area and area.uid, floor = place and place.floor }
    end
    return list
  end,
  uids = function(game)
    return { object = layers.last_uid(), map = game.last.map, area = game.last.area }
  end,
  parties = function() return parties.of_game end,
  staying_charas = function() return staying_charas.of_game() end,
  play_turns = function(game) return game.turns end,
  date_hours = function(game) return game.seconds // 3600 end,
}

-- The table of a mod, created on first use.
local function table_of(id)
  local saved = session.game.saved
  saved[id] = saved[id] or {}
  return saved[id]
end
M.table_of = table_of

-- mod → its `save.base`.
local base_tables = setmetatable({}, { __mode = "k" })

-- `save.base` of a mod: computed fields over a table as other mods have it.
local function base_table(mod)
  if not base_tables[mod] then
    base_tables[mod] = proxies.new("save.base", {
      __name = "save.base",
      __index = function(_, key)
        local compute = computed[key]
        if compute then
          return compute(session.game)
        end
        local base = table_of "base"
        if key == "inventories" and base.inventories == nil then
          base.inventories = {}
        end
        return base[key]
      end,
      __newindex = function(_, key, value)
        if computed[key] and key ~= "play_turns" then
          raise(format("save.base.%s cannot be set: it is computed from the game", key))
        elseif key == "play_turns" then
          session.game.turns = session.whole(value, "save.base.play_turns")
          return
        end
        local base = loader.mods.base
        if base and not proxies.may_change(mod, base) then
          proxies.refuse("save.base." .. text.tostring(key), base)
        end
        table_of("base")[key] = value
      end,
    })
  end
  return base_tables[mod]
end

-- The table `save` of a mod.
function M.tables(mod)
  return proxies.new("save", {
    __name = "save",
    __index = function(_, id)
      id = tested.real_id(id)
      if id == "base" and mod.id ~= "base" then
        return base_table(mod)
      end
      local other = loader.mods[id]
      if not other then
        typos.refuse(format("save.%s: there is no mod of that id", text.tostring(id)), id, loader.mods)
      end
      local saved_table = table_of(id)
      return proxies.may_change(mod, other) and saved_table or proxies.read_only(saved_table, other)
    end,
  }, "set a field of save." .. mod.id)
end

-- mod → function(data, from_version), which gives the data in its present form.
local migrations = {}

function M.set_migration(mod, fn)
  if migrations[mod] then
    raise("Save.on_migrate: this mod has a function for that already")
  end
  migrations[mod] = fn
end

function M.forget(mod)
  migrations[mod] = nil
end

local function migrate(mod, data)
  local version = py.save_version(mod.id)
  if migrations[mod] and version then
    data = migrations[mod](version, data)
    if stable_order.type(data) ~= "table" then
      raise(format("Save.on_migrate: the function of mod %s gave %s: must be the data", mod.id, text.shown(data)))
    end
  end
  return data
end

codecs.add {
  kind = "mod",
  order = 5,
  title = function(id) return "save." .. id end,
  live = function()
    local tables = {}
    for id, data in next, session.game.saved do
      tables[id] = next(data) ~= nil and data or nil
    end
    return tables
  end,
  -- The tables of missing mods stay in the save.
  stays = function(id) return not (loader.mods[id] or id == "base") end,
  record = fields.whole,
  make = function(id) return id end,
  fill = function(id, data)
    if data then
      session.game.saved[id] = loader.mods[id] and migrate(loader.mods[id], data) or data
    end
  end,
}

return M
