-- What stands on tiles: the player, the way down, spikes; and the rounds of a fight.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local places = import "rooms/places"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local raise = errors.raise
local ipairs, tointeger, type = ipairs, math.tointeger, type

local HIT_POINTS = 20
-- In seconds.
local SPIKES_MOVE = 2

local function check_tile(tile, what)
  if type(tile) ~= "table" or tile.addDeferredContents == nil then
    raise(what .. " is " .. text.shown(tile) .. ": must be a Tile")
  end
end

local M = {}

function M.Player()
  local Player = class.new { name = "Player", constructor = "init" }
  places.set_look(Player, "host.player", "@", "bright_green")

  function Player:init(tile, runner)
    check_tile(tile, "Player: the tile")
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
    self.hitPoints = self.hitPoints - tointeger(amount)
    if self.hitPoints < 0 then
      self.hitPoints = 0
    end
  end

  -- Puts the player on a tile, where nothing happens to them yet.
  function Player:putOn(tile)
    check_tile(tile, "Player:putOn: its argument")
    if self.tile then
      self.tile:removeContents(self)
    end
    self.tile = tile
    tile:addContents(self)
  end

  -- Lets the player enter a tile, if it can be walked: what lies there acts on them. Whether they entered.
  function Player:moveTo(tile)
    check_tile(tile, "Player:moveTo: its argument")
    if not tile:isRoom() or not self:isAlive() then
      return false
    end
    self:putOn(tile)
    for _, thing in tile.contents:pairs() do
      if self.tile == tile and type(thing) == "table" and thing ~= self and thing.actionWith then
        thing:actionWith(self)
      end
    end
    return true
  end

  -- Lets the player take a step.
  function Player:moveBy(dx, dy)
    local step = self.tile:pos()
    step.x = step.x + tointeger(dx)
    step.y = step.y + tointeger(dy)
    return self:moveTo(self.runner:getTile(step))
  end

  return Player
end

function M.WayDown()
  local WayDown = class.new { name = "WayDown", constructor = "init" }
  places.set_look(WayDown, "host.way_down", ">", "bright_white")

  function WayDown:init(tile, runner)
    check_tile(tile, "WayDown: the tile")
    self.tile, self.runner, self.title = tile, runner or tile.runner, "the way down"
    tile:addDeferredContents(self)
  end

  -- Whoever enters comes to the next level.
  function WayDown:actionWith()
    self.runner:createLevel()
  end

  return WayDown
end

function M.Spikes(names, _, mod)
  local Spikes = class.new { name = "Spikes", constructor = "init" }
  places.set_look(Spikes, "host.spikes", "^", "bright_red")

  -- Up, and at once down again: so they lie in wait when somebody comes.
  function Spikes:init(tile, delay)
    check_tile(tile, "Spikes: the tile")
    self.tile, self.title = tile, "spikes"
    if delay ~= nil and not values.is_callable(delay) then
      raise("Spikes: the delay is " .. text.shown(delay) .. ": must be a function, as tween.delay is")
    end
    self.delay = delay or names.find "tween".delay
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
    local level = places.place(self.tile)
    if level and level.is_left then
      -- Nobody will come by any more.
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
    self.delay(SPIKES_MOVE, self.toggleUpDown, self)
  end

  function Spikes:actionWith(player)
    local round = names.find "CombatRound"(self, player)
    round:appendText("Spikes impale " .. player:name() .. "!")
    round:applyDamage(mod.env.math.random(self:damageLo(), self:damageHi()))
    self.tile.runner:addToCrawl(round:getCommandList())
  end

  return Spikes
end

function M.CombatRound()
  local CombatRound = class.new { name = "CombatRound", constructor = "init" }

  function CombatRound:init(attacker, defender)
    self.attacker, self.defender, self.commandList = attacker, defender, {}
  end

  function CombatRound:appendText(line)
    self.commandList[#self.commandList + 1] = { text = line }
  end

  function CombatRound:applyDamage(amount)
    self.commandList[#self.commandList + 1] = { damage = tointeger(amount), receiver = self.defender }
  end

  function CombatRound:getCommandList()
    local list = {}
    for i, command in ipairs(self.commandList) do
      list[i] = command
    end
    return list
  end

  return CombatRound
end

return M
