-- WayDown: stairs that lead a player to the next level.

local import = ...
local class = import "core/class"
local levels = import "rooms/levels"

-- Makes the class WayDown of a mod.
return function()
  local WayDown = class.new { name = "WayDown", constructor = "init" }
  levels.set_look(WayDown, "host.way_down", ">", "bright_white")

  function WayDown:init(tile, runner)
    self.tile, self.runner, self.title = tile, runner or tile.runner, "the way down"
    tile:addDeferredContents(self)
  end

  -- Makes the next level for the player who entered.
  function WayDown:actionWith()
    self.runner:createLevel()
  end

  return WayDown
end
