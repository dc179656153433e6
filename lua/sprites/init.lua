-- require "host.sprites": sprites that mods draw for their tiles, items and creatures.

local import, py = ...
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local typos = import "core/typos"

local M = { name = "sprites" }

local FIELDS = typos.names("id shapes sheet size x y")

function M.of(mod)
  if not mod.sprites then
    mod.sprites = proxies.dotted("host.sprites", {
      register = function(t)
        local file, line = errors.where()
        py.sprites_register(mod.number, file, line, t)
        typos.check(t, FIELDS, "sprites.register")
      end,
    })
  end
  return mod.sprites
end

return M
