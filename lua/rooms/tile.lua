-- Tile: a square of a level, or one that a mod made by itself.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local deferred_table = import "rooms/deferred_table"
local places = import "rooms/places"
local text = import "core/sandbox/text"

local raise = errors.raise

-- A class Tile of a mod's own; `names` are the others.
return function(names)
  local Tile = class.new { name = "Tile", constructor = "init" }

  function Tile:init(x, y, kind, runner)
    self.x, self.y, self.kind, self.runner = x, y, kind, runner
    self.contents = names.find "DeferredTable"()
  end

  for _, kind in ipairs { "room", "wall", "edge" } do
    Tile[kind] = function(self, x, y, runner)
      local made = class.is_class(self) and self or class.of(self)
      if not made then
        raise("Tile:" .. kind .. " is called on " .. text.shown(self) .. ": must be called with a colon, as Tile:" .. kind
          .. "(x, y, runner)")
      end
      return made(x, y, kind, runner)
    end
  end

  -- The code of a tile: on a map that of its square.
  local function code(tile)
    return places.code(tile) or places.CODES[tile.kind]
  end

  function Tile:pos()
    return names.find "vec2"(self.x, self.y)
  end

  function Tile:distance(other)
    if type(other) ~= "table" or other.pos == nil then
      raise("Tile:distance: its argument is " .. text.shown(other) .. ": must be a Tile")
    end
    return self:pos():dist(other:pos())
  end

  function Tile:isRoom()
    return code(self) >= places.CODES.hallway
  end

  function Tile:isWall()
    return code(self) == places.CODES.wall
  end

  function Tile:isEdge()
    return code(self) == places.CODES.edge
  end

  -- The Room that holds the tile; nil for hallways, walls and edge.
  function Tile:getRoom()
    local level = places.place(self)
    for _, room in ipairs(level and level.rooms or {}) do
      local x1, y1, x2, y2 = room:corners()
      if self.x >= x1 and self.x <= x2 and self.y >= y1 and self.y <= y2 then
        return room
      end
    end
  end

  function Tile:contains(thing)
    return self.contents:contains(thing)
  end

  function Tile:addContents(thing)
    self.contents:add(thing)
  end

  -- Contents always wait for the end of a walk: this is another name for addContents.
  function Tile:addDeferredContents(thing)
    self:addContents(thing)
  end

  function Tile:removeContents(thing)
    self.contents:remove(thing)
  end

  -- The living player who stands here, or nil.
  function Tile:getPlayerIfPresent()
    local player = self.runner and self.runner.player
    if player and self:contains(player) and player:isAlive() then
      return player
    end
  end

  function Tile:__tostring()
    return places.KINDS[code(self)] .. " (" .. text.tostring(self.x) .. ", " .. text.tostring(self.y) .. ")"
  end

  -- The tile of a square of a level.
  function names.tile_of(level, square)
    local tile = level.tiles[square]
    if not tile then
      tile = names.find "Tile"(square % level.width, square // level.width, "edge", level.runner)
      level.tiles[square] = tile
      places.bind_tile(tile, level, square)
      deferred_table.watch(tile.contents, function(value, is_there)
        places.told(tile, value, is_there)
      end)
    end
    return tile
  end

  return Tile
end
