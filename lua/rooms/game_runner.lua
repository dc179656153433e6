-- GameRunner: the current level, its player, and the messages to the player.

local import, py = ...
local errors = import "core/errors"
local check_gaps = import "core/border/check_gaps"
local class = import "core/class"
local levels = import "rooms/levels"
local protect = import "core/sandbox/protect"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local typos = import "core/typos"

local raise = errors.raise

local DEFAULT_ROOMS = 12
-- The fields of a command of a CombatRound.
local COMMAND = typos.names "text damage receiver"

-- Makes the class GameRunner of a mod. `names` are the names of its dialect.
return function(names, mod)
  local GameRunner = class.new { name = "GameRunner", constructor = "init" }

  -- Makes a Dungeon with rooms for a runner. Restores the state before when the rooms do not fit.
  local function make_dungeon(runner, count)
    local before, rooms_before, shown = runner.dungeon, runner.rooms, py.rooms_shown_map(mod.number)
    local dungeon = names.find "Dungeon"(runner, runner.width, runner.height)
    local is_done = false
    local back <close> = protect.guard(function()
      local level = not is_done and levels.level_of(dungeon)
      if not is_done then
        runner.dungeon, runner.rooms = before, rooms_before
      end
      if level then
        levels.bind_level(dungeon, nil)
        py.map_drop(level.number)
        if shown then
          py.map_select(shown)
        end
      end
    end)
    runner.dungeon = dungeon
    local rooms = runner:createRandomRooms(count)
    is_done = true
    return rooms
  end

  -- Runner -> the number of its level that the host has set.
  local numbers = setmetatable({}, { __mode = "k" })

  local function set_level(runner, number)
    runner.level, runner.dungeonLevel, numbers[runner] = number, number, number
  end

  -- The default size of levels is in host/generate/options.py.
  function GameRunner:init(width, height)
    self.width, self.height = py.rooms_check_size(mod.number, width, height)
    set_level(self, 0)
    self.rooms = {}
    self.crawl = {}
  end

  -- Makes the next level with `count` rooms, and puts the player in the middle of the first.
  function GameRunner:createLevel(count)
    signatures.check_receiver("rooms", "GameRunner:createLevel", self)
    if count == nil then
      count = self.roomCount or DEFAULT_ROOMS
    end
    py.rooms_check_count(mod.number, count)
    local before = levels.level_of(self.dungeon)
    self.rooms = make_dungeon(self, count)
    if before then
      before.is_left = true
    end
    self.roomCount = count
    -- A mod may have assigned either name of the number.
    set_level(self, (self.dungeonLevel ~= numbers[self] and self.dungeonLevel or self.level) + 1)
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

  -- Makes a level that is all edge.
  function GameRunner:createTiles()
    self.rooms = {}
    self.dungeon = names.find "Dungeon"(self, self.width, self.height)
  end

  function GameRunner:getRooms()
    return self.rooms
  end

  for _, method in ipairs { "connectRooms", "convertEdgesToWalls", "getTile" } do
    GameRunner[method] = function(self, ...)
      signatures.check_receiver("rooms", "GameRunner:" .. method, self)
      local dungeon = self:getDungeon()
      return dungeon[method](dungeon, ...)
    end
  end

  function GameRunner:createRandomRooms(...)
    signatures.check_receiver("rooms", "GameRunner:createRandomRooms", self)
    local dungeon = self:getDungeon()
    local rooms = dungeon:createRandomRooms(...)
    self.rooms = dungeon:getRooms()
    return rooms
  end

  -- The tile in the middle of room 1 of a runner.
  local function first_tile(runner, method)
    local room = runner.rooms[1]
    if room == nil then
      raise("GameRunner:" .. method .. ": runner.rooms has no room: createRandomRooms and createLevel make rooms")
    end
    return room:centerTile()
  end

  -- Puts the player in the middle of room 1; the first call makes the player.
  function GameRunner:placePlayer()
    local tile = first_tile(self, "placePlayerInRoom1")
    if self.player then
      self.player:putOn(tile)
    else
      self.player = names.find "Player"(tile, self)
    end
  end

  function GameRunner:placePlayerInRoom1()
    self:placePlayer()
  end

  -- Puts `count` objects of a class on random tiles outside room 1.
  function GameRunner:createThings(thing_class, count)
    local dungeon = self:getDungeon()
    local avoid = #dungeon:getRooms() > 1 and 1 or nil
    local things = {}
    for i = 1, count do
      things[i] = thing_class(dungeon:randomRoomTile(avoid), self)
    end
    return things
  end

  -- Puts a WayDown far from room 1. Method "tries" takes the furthest of 21 random tiles, "path" the centre of the room
  -- with the longest path, "rooms" the centre of the room with the most rooms on the way.
  function GameRunner:placeWayDown(options)
    local method, dungeon = options, self:getDungeon()
    if type(options) == "table" then
      method = options.method
    end
    local tile
    if method == nil or method == "tries" then
      tile = dungeon:farawayOpenRoomTile(first_tile(self, "placeWayDown"))
    else
      tile = dungeon:furthestRoom(method, 1):centerTile()
    end
    return names.find "WayDown"(tile, self)
  end

  -- Puts spikes on `count` random tiles outside room 1.
  function GameRunner:placeSpikes(count)
    return self:createThings(function(tile)
      return names.find "Spikes"(tile)
    end, count)
  end

  -- Carries out the commands of a CombatRound: shows lines, does damage.
  function GameRunner:addToCrawl(commands)
    check_gaps(commands, "GameRunner:addToCrawl: commands")
    for i, command in ipairs(commands) do
      typos.check(command, COMMAND, "GameRunner:addToCrawl: commands[" .. i .. "]")
      local receiver = command.receiver
      if command.damage ~= nil and (type(receiver) ~= "table" or receiver.damage == nil) then
        raise("GameRunner:addToCrawl: commands[" .. i .. "].receiver is " .. text.shown(receiver)
          .. ": must be a table with a method damage, such as a Player")
      end
    end
    for _, command in ipairs(commands) do
      if command.text ~= nil then
        py.rooms_say(mod.number, command.text)
        self.crawl[#self.crawl + 1] = command.text
      end
      if command.damage ~= nil then
        command.receiver:damage(command.damage)
      end
    end
  end

  return GameRunner
end
