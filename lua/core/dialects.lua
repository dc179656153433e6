-- The dialects of this host, whose names Python gives, and what all of them do when mods have loaded and when games
-- begin and end.

local import, py = ...
local carried = import "core/game/carried"
local clock = import "core/game/clock"
local saved_game = import "core/save/game"
local events = import "core/game/events"
local objects = import "core/game/objects"
local random = import "core/game/random"
local stable_order = import "core/sandbox/stable_order"
local values = import "core/border/values"

local M = {}

-- Kind, layer, id, name, glyph, colour, sprite and material.
local LOOK_FIELDS = 8

-- Splits a list as it crosses the border: a text joined by NUL.
function M.split(text)
  local list = {}
  for word in string.gmatch(text, "[^\0]+") do
    list[#list + 1] = word
  end
  return list
end

local function import_all(names)
  local modules = {}
  for i, name in ipairs(M.split(names)) do
    modules[i] = import(name .. "/init")
  end
  return modules
end

-- The modules of dialects, and the modules of dialects and libraries, once they are imported.
local dialects, all

local function dialect_modules()
  dialects = dialects or import_all(py.dialects())
  return dialects
end

-- Returns the modules of all dialects, and after them the modules of libraries.
function M.all()
  if not all then
    all = table.move(dialect_modules(), 1, #dialect_modules(), 1, {})
    for _, library in ipairs(import_all(py.libraries())) do
      all[#all + 1] = library
    end
  end
  return all
end

-- Makes the module of a dialect or a library whose code, the module `path`, is loaded when the first mod uses it.
function M.lazy(name, path)
  local library
  return {
    name = name,
    -- The names of the library for a mod.
    of = function(mod)
      library = library or import(path)
      return library.of(mod)
    end,
    new_game = function()
      if library then
        library.new_game()
      end
    end,
  }
end

-- Lets the dialect that has a codec for a kind of chunk declare it.
local function load_codec(kind)
  for _, dialect in ipairs(dialect_modules()) do
    if dialect.codecs and dialect.codecs[kind] then
      dialect.codecs[kind]()
    end
  end
end
saved_game.on_unknown_chunk(load_codec)

-- Lets dialects check what mods registered. `complete`: no mod failed to load. Returns a list of errors: { mod, file,
-- line, message, path, value, rule, hint }.
function M.finish_loading(complete)
  local faults = {}
  for _, dialect in ipairs(dialect_modules()) do
    for _, fault in ipairs(dialect.finish_loading and dialect.finish_loading(complete) or {}) do
      faults[#faults + 1] = fault
    end
  end
  return values.flatten(faults)
end

-- Resets random streams, the clock, objects and dialects for a new game.
function M.new_game()
  random.reset(true)
  stable_order.new_game()
  clock.new_game()
  objects.new_game()
  saved_game.new_game()
  for _, module in ipairs(M.all()) do
    if module.new_game then
      module.new_game()
    end
  end
end

-- Calls the function `name` of each dialect that has such a function.
local function call_each(name, ...)
  for _, dialect in ipairs(dialect_modules()) do
    if dialect[name] then
      dialect[name](...)
    end
  end
end

-- Lets dialects warn of what a mod registered, for `dungeon-host check`.
function M.check_content(mod_id)
  call_each("check_content", mod_id)
end

-- Returns how things look that a mod registered in Lua, as one text: kind, layer, and what `look` of layers returns
-- (see core/game/objects) of each, joined by NUL.
function M.list_looks(mod_id)
  local looks = {}
  call_each("list_looks", mod_id, function(...)
    local parts = table.pack(...)
    for i = 1, LOOK_FIELDS do
      parts[i] = carried.clean(parts[i])
    end
    looks[#looks + 1] = table.concat(parts, "\0", 1, LOOK_FIELDS)
  end)
  return table.concat(looks, "\0")
end

-- Sets up a game in which the player travels between maps, which may be one from a save.
function M.start_game(is_loaded)
  call_each("start_game", is_loaded)
end

-- Begins what happens by itself in play, after players have entered.
function M.begin_play()
  call_each "begin_play"
end

-- Loads the game from the save.
function M.restore_game()
  call_each "restore_game"
end

-- Saves the game at the end of a run, if there is a file for it.
function M.end_game()
  call_each "end_game"
end

-- Sets whether an error of a handler is raised, instead of reported.
M.set_strict = events.set_strict

return M
