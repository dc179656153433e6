-- require "host.generators": generators that mods write in Lua.

local import = ...
local errors = import "core/errors"
local functions = import "core/border/functions"
local loader = import "core/loader"
local objects = import "core/game/objects"
local plans = import "toolbox/plan"
local typos = import "core/typos"
local text = import "core/sandbox/text"
local values = import "core/border/values"
local proxies = import "core/sandbox/proxies"

local getmetatable, ipairs, setmetatable, type = debug.getmetatable, ipairs, setmetatable, type

local M = { name = "generators" }

local declared = functions.declared("generators")
local FIELDS = typos.names("id options generate help")

-- What makes the map, by the index of the generator's prototype.
local makers = {}
-- The names of its options, by the same.
local names = {}

function M.of(mod)
  if not mod.generators then
    local register = functions.bind(declared.register_generator, mod)
    mod.generators = proxies.dotted("host.generators", {
      register_generator = function(t)
        local index = register(t)
        typos.check(t, FIELDS, "register_generator")
        makers[index], names[index] = t.generate, {}
        -- A table with a metatable may answer otherwise the second time.
        local options = t.options
        for _, option in ipairs(type(options) == "table" and options or {}) do
          local id = type(option) == "table" and option.id
          if id then
            names[index][id] = true
          end
        end
        names[index] = typos.set(names[index])
      end,
    })
  end
  return mod.generators
end

-- Calls what makes the map of a generator, with its options; the number of the map, or nil for that of the game.
function M.generate(index, ...)
  loader.start_game(false)
  local options = values.inflate(...)
  -- Whoever misspells an option reads nil, and goes on without it.
  local meta = {
    __index = function(_, name)
      typos.read(name, names[index], "options")
    end,
  }
  local made = errors.call(makers[index], setmetatable(options, meta))
  -- What a mod keeps of them is a plain table, which can be saved.
  if getmetatable(options) == meta then
    setmetatable(options, nil)
  end
  local number = made ~= nil and objects.number_of(made) or nil
  if made ~= nil and not number then
    errors.raise(plans.find_data(made) and "generate returned a plan: must return a map: plan:map() makes one of it"
      or "generate returned " .. (type(made) == "table" and "a table" or text.shown(made))
      .. ": must return a map of this game, or nil for the map of the game itself")
  end
  return number
end

function M.new_game() end

return M
