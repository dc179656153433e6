-- Spikes: a trap that moves up and down.

local import = ...
local class = import "core/class"
local is_callable = import("core/border/values").is_callable
local levels = import "rooms/levels"

-- Seconds between two moves.
local INTERVAL = 2

-- Makes the class Spikes of a mod; `names` are the names of its dialect.
return function(names, mod)
  local Spikes = class.new { name = "Spikes", constructor = "init" }
  levels.set_look(Spikes, "host.spikes", "^", "bright_red")

  -- The first toggle moves the new spikes down, where they wait.
  function Spikes:init(tile, delay)
    self.tile, self.title = tile, "spikes"
    -- createThings passes a runner here.
    self.delay = is_callable(delay) and delay or names.find "tween".delay
    local pictures = names.find "asset"
    self.damageTable = { down = { lo = 1, hi = 1 }, up = { lo = 4, hi = 7 } }
    self.assetTable = { down = pictures.trap_down, up = pictures.trap_up }
    tile:addDeferredContents(self)
    self:up()
    self:toggleUpDown()
  end

  function Spikes:up()
    self.state = "up"
  end

  function Spikes:down()
    self.state = "down"
  end

  function Spikes:damageLo()
    return self.damageTable[self.state].lo
  end

  function Spikes:damageHi()
    return self.damageTable[self.state].hi
  end

  function Spikes:toggleUpDown()
    local level = levels.square_of(self.tile)
    if level and level.is_left then
      -- No player comes back to this level.
      return
    end
    if self.state == "up" then
      self:down()
    else
      self:up()
      local player = self.tile:getPlayerIfPresent()
      if player then
        self:actionWith(player)
      end
    end
    self.delay(INTERVAL, self.toggleUpDown, self)
  end

  function Spikes:actionWith(player)
    local round = names.find "CombatRound"(self, player)
    round:appendText("Spikes impale " .. player:name() .. "!")
    round:applyDamage(mod.env.math.random(self:damageLo(), self:damageHi()))
    self.tile.runner:addToCrawl(round:getCommandList())
  end

  return Spikes
end
