-- require "host.generators": runs the generators that mods write in Lua. Python registers and checks them.

local import, py = ...
local errors = import "core/errors"
local dialects = import "core/dialects"
local objects = import "core/game/objects"
local typos = import "core/typos"
local text = import "core/sandbox/text"
local values = import "core/border/values"
local proxies = import "core/sandbox/proxies"

local M = { name = "generators" }

local FIELDS = typos.names("id options generate help")

-- Index of a generator's prototype -> { generate, option_names (a set for typos), declared (a set of the names of all
-- generators of its mod) }.
local generators = {}

function M.of(mod)
  if not mod.generators then
    local declared = {}
    mod.generators = proxies.dotted("host.generators", {
      register_generator = function(t)
        local file, line = errors.where()
        local index, options = py.generators_register_generator(mod.number, file, line, t)
        typos.check(t, FIELDS, "register_generator")
        local names = typos.names(options)
        for name in next, names do
          declared[name] = true
        end
        generators[index] = { generate = t.generate, option_names = names, declared = declared }
      end,
      register_room_kind = function(t)
        local file, line = errors.where()
        py.generators_register_room_kind(mod.number, file, line, t)
      end,
    })
  end
  return mod.generators
end

-- Warns of an option that was read and that a generator does not have, once. A mod reads nil, which is nearly always an
-- error. But a function that several generators share may ask for an option of another one, and functions of the host
-- look for the fields that they know.
local function warn_undeclared(generator, name, reader)
  local names = generator.option_names
  if not errors.is_mod_code(reader) then
    typos.read(name, names, "options")
  elseif not generator.declared[name] then
    names[name] = true
    py.warn_undeclared_option(name, names[1], errors.where())
  end
end

-- Runs a generator with its options; returns the number of the map, or nil for the map of the game.
function M.generate(index, ...)
  dialects.start_game(false)
  local generator, options = generators[index], values.inflate(...)
  local meta = {
    __index = function(_, name)
      if type(name) == "string" and not generator.option_names[name] then
        warn_undeclared(generator, name, debug.getinfo(2, "S"))
      end
    end,
  }
  local made = errors.call(generator.generate, setmetatable(options, meta))
  -- Without the metatable the options are plain data that can be saved.
  if debug.getmetatable(options) == meta then
    setmetatable(options, nil)
  end
  local number = made ~= nil and objects.number_of(made) or nil
  if made ~= nil and not number then
    -- Imported here, so that mods without the toolbox load faster.
    local is_plan = import("toolbox/plan").find_data(made) ~= nil
    errors.raise(is_plan and "generate returned a plan: must return a map, such as plan:map()"
      or "generate returned " .. (type(made) == "table" and "a table" or text.shown(made))
      .. ": must return a map of this game, or nil for the map of the game")
  end
  return number
end

return M
