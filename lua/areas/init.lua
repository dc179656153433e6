-- The areas dialect: data, maps in areas, travel. Its modules are loaded when a mod first uses it.

local import = ...
local match = string.match

local M = { name = "areas" }

-- The global names of a mod.
M.names = [[
  Action Advice Area Chara Charagen Dungeon Elona122Map Event Feat Gui IChara IEventEmitter IFeat IItem ILocation
  IMapObject IMef IObject IOwned InstancedArea InstancedMap Item Log Map MapArchetype Rand Save World _MOD_ID class
  config data fun goto_floor inspect pause save types
]]

-- The module areas/lifecycle, once it is loaded.
local lifecycle
-- What happened before it was loaded, and is caught up then.
local has_loaded, has_started, is_from_save = false, false, false

local function load_dialect()
  if not lifecycle then
    lifecycle = import "areas/lifecycle"
    if has_loaded then
      lifecycle.finish_loading(true)
    end
    if has_started then
      lifecycle.start_game(is_from_save)
    end
  end
  return lifecycle
end
M.load = load_dialect

-- The globals of a mod.
function M.ambient(mod)
  return load_dialect().ambient(mod)
end

-- Names that other dialects use, too. A call of one is never meant for this dialect, where they are tables.
local function never()
  return false
end

M.accepts = { Action = never, Dungeon = never, Event = never, Item = never, World = never, class = never }

-- Adds functions to the libraries of a mod.
function M.extend(mod)
  import("areas/language/libraries").extend(mod.env)
end

-- The result of `require "host.areas"`: the globals of this dialect in a table.
function M.of(mod)
  if not mod.areas then
    local names = load_dialect().ambient(mod)
    mod.areas = import("core/sandbox/proxies").new("host.areas", {
      __index = names,
      __pairs = function()
        local copy = {}
        for name, value in next, names do
          copy[name] = value
        end
        return import("core/sandbox/stable_order").pairs(copy)
      end,
    }, "host.areas is a table of the host")
  end
  return mod.areas
end

-- Modules that need a screen, a keyboard or loudspeakers.
local DEVICES = { Anim = true, Draw = true, Input = true, Sound = true, Theme = true, UiTheme = true }

-- Whether the host leaves out a module, and mods without a mod.toml get an inert one in its place.
function M.is_inert(path)
  return import("areas/modules/inert_names")[path] ~= nil
end

-- What a path without a file stands for in a mod that has this dialect and no mod.toml.
function M.stand_in(mod, path)
  for _, dialect in ipairs(mod.has_old_lua and M.is_inert(path) and mod.ambient or {}) do
    if dialect == M then
      return load_dialect().inert(path)
    end
  end
end

-- Why the host leaves out a module of this dialect; nil for other paths. `is_typo`: a module has almost that name.
function M.why_left_out(path, is_typo)
  local is_listed = M.is_inert(path)
  if DEVICES[match(path, "^api%.([%w_]+)$") or ""] or (is_listed or not is_typo) and match(path, "^api%.gui%.") then
    return "needs a screen, input or sound, which this host does not have"
  elseif is_listed and not (match(path, "^internal%.") or match(path, "^game%.") or match(path, "^util%.")) then
    return "is a part of OpenNefia that this host does not have"
  elseif is_typo and not is_listed then
    return nil
  elseif match(path, "^internal%.") or match(path, "^game%.") or match(path, "^util%.") then
    return "belongs to the inside of another program"
  end
end

-- Raises an error for a module of this dialect that the host leaves out, unless the mod has a file of that name.
-- `files` are the files that are being loaded, each required by the one before; `is_typo` says whether a module has
-- almost that name.
function M.refuse_module(mod, path, files, is_typo)
  local reason = M.why_left_out(path, is_typo)
  if reason then
    local way = files[1] and " (" .. table.concat(files, " → ") .. " → " .. path .. ")" or ""
    import("core/errors").fail('require "%s": that module %s%s: a file %s.lua of mod %s can stand in for it', path,
      reason, way, (path:gsub("%.", "/")), mod.id)
  end
end

-- Whether a path that a mod requires is one of this dialect.
function M.has_path(path)
  return (match(path, "^api%.") or match(path, "^thirdparty%.") or match(path, "^internal%.")) ~= nil
end

-- The result of `require "api.Area"`, `require "thirdparty.fun"` …; nil for other paths.
function M.require(mod, path)
  if M.has_path(path) then
    return load_dialect().find(mod, path)
  end
end

function M.module_names()
  if lifecycle or M.is_expected then
    return load_dialect().module_names()
  end
end

function M.finish_loading(complete)
  has_loaded = complete
  return lifecycle and lifecycle.finish_loading(complete) or {}
end

-- Calls `add(kind, layer, look …)` for each entry of a mod that maps can show.
function M.list_looks(mod_id, add)
  if lifecycle then
    import("areas/object/layers").list_looks(mod_id, add)
  end
end

function M.new_game()
  has_started = false
  if lifecycle then
    lifecycle.new_game()
  end
end

function M.start_game(from_save)
  has_started, is_from_save = true, from_save
  if lifecycle then
    lifecycle.start_game(from_save)
  end
end

function M.restore_game()
  load_dialect().restore()
end

-- Saves the game, in which a mod that has this dialect may not have used it.
function M.end_game()
  if lifecycle or M.is_expected and import("core/save/game").is_attached() then
    load_dialect().save_at_end()
  end
end

function M.forget(mod)
  if lifecycle then
    lifecycle.forget(mod)
  end
end

return M
