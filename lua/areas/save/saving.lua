-- Saving and loading as mods (TestUtil.save_cycle), travel and commands (`--save`) ask for it, in a file or in memory.

local import, py = ...
local codecs = import "core/save/codecs"
local config = import "areas/data/config"
local emitter = import "areas/interface/event_emitter"
local entering = import "areas/travel/entering"
local errors = import "core/errors"
local files = import "areas/library/fs"
local game_codec = import "areas/save/game"
local maps = import "areas/map/map_states"
local mod_tables = import "areas/save/mod_tables"
local objects = import "areas/object/object_states"
local protect = import "core/sandbox/protect"
local saved_game = import "core/save/game"
local session = import "areas/session"
local text = import "core/sandbox/text"
local travel = import "areas/travel/travel"
import "areas/save/area"
import "areas/save/map"

local raise = errors.raise
local ipairs = ipairs
local is_attached = saved_game.is_attached

local M = {
  is_attached = is_attached, need_save = saved_game.need_save, forget = mod_tables.forget,
  NO_FILE = "there is no file to save to: the command line names one with --save FILE",
}

-- Calls `fn(…)`, and puts the name of a function before its error.
local function attempt(title, fn, ...)
  local ok, message = protect.pcall(fn, ...)
  if not ok then
    raise(title .. ": " .. text.tostring(message))
  end
end

-- Saves the game to the file. Raises when something cannot be saved, and leaves the file as it was. During a turn the
-- game is saved when the turn is over.
function M.save(title)
  if codecs.is_busy() then
    codecs.defer(function() M.save(title) end)
  else
    attempt(title .. ": the game cannot be saved", saved_game.write, false)
  end
end

-- Saves the game at the end of a run, if there is a file to save to.
function M.save_at_end()
  if session.started and is_attached() then
    M.save "the end of the run"
  end
end

-- Raises when a map cannot be saved.
function M.check_map(map)
  attempt("Map.save", saved_game.check, maps.states[map], false)
end

function travel.before_leaving(map)
  if is_attached() and not maps.states[map].fields.is_temporary then
    attempt("Map.travel_to: the game cannot be saved", saved_game.check, maps.states[map], true)
  end
end

function travel.after_travel()
  if is_attached() then
    M.save "Map.travel_to"
  end
end

-- Replaces the running game by the one that was saved: in the file, or `in_memory`.
function M.restore(in_memory)
  saved_game.read(in_memory or false)
  local map, number = game_codec.current()
  for _, uid in ipairs(session.sorted_keys(session.game.maps)) do
    local restored = session.game.maps[uid]
    maps.emit(restored, "base.on_map_deserialized", {})
    for _, object in ipairs(maps.states[restored].store:all()) do
      if objects.states[object] then
        objects.instantiated(object)
      end
    end
  end
  if map then
    entering.enter(map, "continue")
  end
  if number and not (map and maps.states[map].number == number) then
    py.map_select(number)
  end
  emitter.emit(nil, nil, "base.on_game_initialize", {})
end

-- Raises an error while a save in memory cannot be read or written.
local function need_rest(title)
  session.need_game(title)
  travel.need_rest(title)
  if codecs.is_busy() then
    raise(title .. ": a turn of a world is being played: must wait until it is over")
  end
end

local function save_in_memory(title)
  need_rest(title)
  attempt(title .. ": the game cannot be saved", saved_game.write, true)
end

-- Saves and loads in memory.
function M.cycle()
  save_in_memory "TestUtil.save_cycle"
  M.restore(true)
end

-- The module Save of a mod.
function M.of(mod)
  local Save = { is_attached = is_attached }
  -- The name of the save of Save.save_game, which the option base._save_id holds.
  local fs = files.of(mod)

  function Save.on_migrate(fn)
    mod_tables.set_migration(mod, fn)
  end

  function Save.save()
    if not is_attached() then
      raise("Save.save: " .. M.NO_FILE)
    end
    M.save "Save.save"
  end

  -- Notes the name of the save that a call is about.
  local function set_id(id)
    if id ~= nil then
      config.config.base._save_id = fs.sanitize(id, "_")
    end
  end

  function Save.save_game(id)
    if is_attached() then
      M.save "Save.save_game"
    else
      save_in_memory "Save.save_game"
      session.game.is_in_memory = true
    end
    set_id(id)
    return true
  end

  function Save.load_game(id)
    need_rest "Save.load_game"
    if is_attached() then
      saved_game.need_save()
    elseif not session.game.is_in_memory then
      raise "Save.load_game: no game was saved: call Save.save_game before"
    end
    set_id(id)
    M.restore(not is_attached())
    -- A save in memory is gone once it is read.
    session.game.is_in_memory = not is_attached() and protect.pcall(saved_game.write, true)
    return true
  end

  function Save.queue_autosave(frequency)
    session.game.autosave = frequency == nil or frequency
  end

  return Save
end

-- Saves the game at the end of the player's turn, if a mod asked for it and there is a file.
function M.autosave()
  if session.game.autosave then
    session.game.autosave = nil
    if is_attached() then
      M.save "Save.queue_autosave"
    end
  end
end

return M
