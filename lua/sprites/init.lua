-- require "host.sprites": sprites that mods draw, and themes of pictures.

local import, py = ...
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"

local M = { name = "sprites" }

function M.of(mod)
  if not mod.sprites then
    mod.sprites = proxies.dotted("host.sprites", {
      register = function(t)
        local file, line = errors.where()
        py.sprites_register(mod.number, file, line, t)
      end,
      theme = function(t)
        local file, line = errors.where()
        py.sprites_theme(mod.number, file, line, t)
      end,
    })
  end
  return mod.sprites
end

return M
