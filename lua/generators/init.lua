-- require "host.generators": generators that mods write in Lua.

local import = ...
local blame = import "host/blame"
local functions = import "host/functions"
local loader = import "host/loader"
local objects = import "host/objects"
local results = import "toolbox/results"
local slips = import "host/slips"
local text = import "host/text"
local values = import "host/values"
local views = import "host/views"

local type = type

local M = { name = "generators" }

local declared = functions.declared("generators")
local FIELDS = slips.names("id options generate help")

-- What makes the map, by the index of the generator's prototype.
local makers = {}

function M.of(mod)
  if not mod.generators then
    local register = functions.bind(declared.register_generator, mod)
    mod.generators = views.dotted("host.generators", {
      register_generator = function(t)
        local index = register(t)
        slips.check(t, FIELDS, "register_generator")
        makers[index] = t.generate
      end,
    })
  end
  return mod.generators
end

-- Calls what makes the map of a generator, with its options; the number of the map, or nil for that of the game.
function M.generate(index, ...)
  loader.start_game(false)
  local made = blame.call(makers[index], values.inflate(...))
  local number = made ~= nil and objects.number_of(made) or nil
  if made ~= nil and not number then
    blame.raise(results.plan(made) and "generate returned a plan: must return a map: plan:map() makes one of it"
      or "generate returned " .. (type(made) == "table" and "a table" or text.shown(made))
      .. ": must return a map of this game, or nil for the map of the game itself")
  end
  return number
end

function M.new_game() end

return M
