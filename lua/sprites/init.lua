-- require "host.sprites": sprites that mods draw, and themes of pictures.

local import, py = ...
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local typos = import "core/typos"

local M = { name = "sprites" }

local FIELDS = typos.names("id shapes sheet size x y")
local THEME_FIELDS = typos.names("id wall wall_colour floor floor_colour liquid_colour")

function M.of(mod)
  if not mod.sprites then
    mod.sprites = proxies.dotted("host.sprites", {
      register = function(t)
        local file, line = errors.where()
        py.sprites_register(mod.number, file, line, t)
        typos.check(t, FIELDS, "sprites.register")
      end,
      theme = function(t)
        local file, line = errors.where()
        py.sprites_theme(mod.number, file, line, t)
        typos.check(t, THEME_FIELDS, "sprites.theme")
      end,
    })
  end
  return mod.sprites
end

return M
