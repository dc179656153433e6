-- Player: the player of a GameRunner.

local import = ...
local class = import "core/class"
local levels = import "rooms/levels"

local HIT_POINTS = 20

-- Makes the class Player of a mod.
return function()
  local Player = class.new { name = "Player", constructor = "init" }
  levels.set_look(Player, "host.player", "@", "bright_green")

  function Player:init(tile, runner)
    self.runner, self.hitPoints, self.title = runner or tile.runner, HIT_POINTS, "the player"
    self:putOn(tile)
  end

  function Player:name()
    return self.title
  end

  function Player:isAlive()
    return self.hitPoints > 0
  end

  function Player:damage(amount)
    self.hitPoints = self.hitPoints - math.tointeger(amount)
    if self.hitPoints < 0 then
      self.hitPoints = 0
    end
  end

  -- Puts the player on a tile, without the effects of its contents.
  function Player:putOn(tile)
    if self.tile then
      self.tile:removeContents(self)
    end
    self.tile = tile
    tile:addContents(self)
  end

  -- Moves the player to a walkable tile, and calls `actionWith` of its contents. Returns whether the player moved.
  function Player:moveTo(tile)
    if not tile:isRoom() or not self:isAlive() then
      return false
    end
    self:putOn(tile)
    for _, object in tile.contents:pairs() do
      local is_other = type(object) == "table" and not rawequal(object, self)
      if self.tile == tile and is_other and object.actionWith then
        object:actionWith(self)
      end
    end
    return true
  end

  function Player:moveBy(dx, dy)
    local target = self.tile:pos()
    target.x = target.x + math.tointeger(dx)
    target.y = target.y + math.tointeger(dy)
    return self:moveTo(self.runner:getTile(target))
  end

  return Player
end
