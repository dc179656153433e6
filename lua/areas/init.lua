-- The areas dialect: data, maps in areas, travel. Most mods of other dialects never ask for it, so that it is read
-- only when one does.

local import = ...
local match, next, setmetatable = string.match, next, setmetatable

local M = { name = "areas" }

local game
-- How far things have gone when it is first asked for.
local has_loaded, has_started, goes_on = false, false, false

local function loaded()
  if not game then
    game = import "areas/lifecycle"
    if has_loaded then
      game.finish_loading(true)
    end
    if has_started then
      game.start_game(goes_on)
    end
  end
  return game
end

-- The names that a mod of this dialect finds in its environment.
function M.ambient(mod)
  return loaded().ambient(mod)
end

-- Calls by names that other dialects use, too, that are meant for this one: there class.class makes classes, and
-- Action, Event, Item and World are tables of functions.
local function never()
  return false
end

M.accepts = { Action = never, Dungeon = never, Event = never, Item = never, World = never, class = never }

-- What it adds to Lua's own libraries.
function M.extend(mod)
  loaded().extend(mod.env)
end

-- What `require "host.areas"` gives: the same names in one table.
function M.of(mod)
  if not mod.areas then
    local names = loaded().ambient(mod)
    mod.areas = setmetatable({}, {
      __metatable = false,
      __index = names,
      __newindex = function()
        import("core/errors").raise("host.areas is a table of the host and cannot be changed")
      end,
      __pairs = function()
        local copy = {}
        for name, value in next, names do
          copy[name] = value
        end
        return import("core/sandbox/stable_order").pairs(copy)
      end,
    })
  end
  return mod.areas
end

-- The names that mods require: api.Area, thirdparty.fun, …
function M.require(mod, path)
  if match(path, "^api%.") or match(path, "^thirdparty%.") then
    return loaded().find(mod, path)
  end
end

function M.module_names()
  return game and game.module_names()
end

function M.finish_loading(complete)
  has_loaded = complete
  return game and game.finish_loading(complete) or {}
end

function M.new_game()
  has_started = false
  if game then
    game.new_game()
  end
end

function M.start_game(from_save)
  has_started, goes_on = true, from_save
  if game then
    game.start_game(from_save)
  end
end

function M.restore_game()
  loaded().restore()
end

function M.end_game()
  if game then
    game.save_at_end()
  end
end

function M.forget(mod)
  if game then
    game.forget(mod)
  end
end

return M
