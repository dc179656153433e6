-- GameRunner: the level that is played, its player, and what the player reads.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local places = import "rooms/places"
local text = import "core/sandbox/text"

local raise = errors.raise
local ipairs, math_type, setmetatable, tointeger, type = ipairs, math.type, setmetatable, math.tointeger, type

local DEFAULT_ROOMS = 12
local MOST_SPIKES = 10000

local function check_command(command, what)
  if type(command) ~= "table" then
    raise(what .. " is " .. text.shown(command) .. ": must be a table")
  end
  local line, damage, receiver = command.text, command.damage, command.receiver
  if line ~= nil and type(line) ~= "string" then
    raise(what .. " has the text " .. text.shown(line) .. ": must be a string")
  elseif damage ~= nil and not (math_type(damage) and tointeger(damage)) then
    raise(what .. " has the damage " .. text.shown(damage) .. ": must be a whole number")
  elseif damage ~= nil and (type(receiver) ~= "table" or receiver.damage == nil) then
    raise(what .. " has the receiver " .. text.shown(receiver) .. ": must be who can be hurt, such as a Player, with a "
      .. "method damage")
  end
end

-- A class GameRunner of a mod's own.
return function(names, call)
  local GameRunner = class.new { name = "GameRunner", constructor = "init" }
  local say, check_size, check_count = call "say", call "check_size", call "check_count"
  local shown_map, drop_level = call "shown_map", call "drop_level"

  -- Makes a Dungeon for a runner, with rooms in it. When they do not fit, all is as it was.
  local function dig(runner, count)
    local before, shown = runner.dungeon, shown_map()
    local dungeon = names.find "Dungeon"(runner, runner.width, runner.height)
    local is_done = false
    local back <close> = setmetatable({}, {
      __close = function()
        local level = not is_done and places.level(dungeon)
        if not is_done then
          runner.dungeon = before
        end
        if level then
          places.unbind_level(dungeon)
          drop_level(level.number, shown)
        end
      end,
    })
    runner.dungeon = dungeon
    local rooms = runner:createRandomRooms(count)
    is_done = true
    return rooms
  end

  -- Without a size levels have 85 × 64 squares.
  function GameRunner:init(width, height)
    check_size(width, height)
    self.width, self.height = width, height
    self.level = 0
    self.rooms = {}
    self.crawl = {}
  end

  -- Makes the next level, with `count` rooms, and lets the player begin in the middle of the first.
  function GameRunner:createLevel(count)
    if count == nil then
      count = self.roomCount or DEFAULT_ROOMS
    end
    check_count(count)
    local before = places.level(self.dungeon)
    self.rooms = dig(self, count)
    if before then
      before.is_left = true
    end
    self.roomCount, self.level = count, self.level + 1
    self:connectRooms(self.rooms)
    self:convertEdgesToWalls()
    self:placePlayer()
    self:placeWayDown()
  end

  function GameRunner:getDungeon()
    if self.dungeon == nil then
      raise("GameRunner:getDungeon: there is no level yet: createLevel makes one")
    end
    return self.dungeon
  end

  function GameRunner:createRandomRooms(...)
    return self:getDungeon():createRandomRooms(...)
  end

  function GameRunner:connectRooms(...)
    self:getDungeon():connectRooms(...)
  end

  function GameRunner:convertEdgesToWalls()
    self:getDungeon():convertEdgesToWalls()
  end

  function GameRunner:getTile(position)
    return self:getDungeon():getTile(position)
  end

  -- Puts the player in the middle of room 1, and makes one where there is none.
  function GameRunner:placePlayer()
    local tile = self.rooms[1]:centerTile()
    if self.player then
      self.player:putOn(tile)
    else
      self.player = names.find "Player"(tile, self)
    end
  end

  -- Puts a WayDown far away from room 1. `options.method`: "tries" takes the furthest of 21 random tiles; "path" the
  -- middle of the room to which one walks the longest; "rooms" that of the room for which one crosses the most others.
  function GameRunner:placeWayDown(options)
    local method = options
    if type(options) == "table" then
      method = options.method
    end
    if method == nil then
      method = "tries"
    end
    local tile
    if method == "tries" then
      tile = self:getDungeon():farawayOpenRoomTile(self.rooms[1]:centerTile())
    else
      tile = self:getDungeon():furthestRoom(method, 1):centerTile()
    end
    return names.find "WayDown"(tile, self)
  end

  -- Puts spikes on `count` random tiles of rooms but the first.
  function GameRunner:placeSpikes(count)
    local n = math_type(count) and tointeger(count)
    if not n or n < 0 or n > MOST_SPIKES then
      raise("GameRunner:placeSpikes: count is " .. text.shown(count) .. ": must be a whole number between 0 and "
        .. MOST_SPIKES)
    end
    local dungeon = self:getDungeon()
    local avoid = #dungeon:getRooms() > 1 and 1 or nil
    local placed = {}
    for i = 1, n do
      placed[i] = names.find "Spikes"(dungeon:randomRoomTile(avoid))
    end
    return placed
  end

  -- Carries out what a CombatRound lists: lines are read out, damage is done.
  function GameRunner:addToCrawl(commands)
    if type(commands) ~= "table" then
      raise("GameRunner:addToCrawl: its argument is " .. text.shown(commands) .. ": must be a list of commands")
    end
    for i, command in ipairs(commands) do
      check_command(command, "GameRunner:addToCrawl: command " .. i)
    end
    for _, command in ipairs(commands) do
      if command.text ~= nil then
        say(command.text)
        self.crawl[#self.crawl + 1] = command.text
      end
      if command.damage ~= nil then
        command.receiver:damage(command.damage)
      end
    end
  end

  return GameRunner
end
