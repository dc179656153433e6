-- Tile: a square of a level, or a tile that a mod made and that belongs to no level.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local deferred_table = import "rooms/deferred_table"
local levels = import "rooms/levels"
local text = import "core/sandbox/text"

local raise = errors.raise

-- Makes the class Tile of a mod; `names` are the names of its dialect.
return function(names)
  local Tile = class.new { name = "Tile", constructor = "init" }

  function Tile:init(x, y, kind, runner)
    self.x, self.y, self.kind, self.runner = x, y, kind, runner
    self.contents = names.find "DeferredTable"()
  end

  for _, kind in ipairs { "room", "wall", "edge" } do
    Tile[kind] = function(self, x, y, runner)
      local tile_class = class.is_class(self) and self or class.of(self)
      if not tile_class then
        raise("Tile:" .. kind .. " is called on " .. text.shown(self) .. ": must be called with a colon, as Tile:"
          .. kind .. "(x, y, runner)")
      end
      return tile_class(x, y, kind, runner)
    end
  end

  -- The code of a tile: on a level, the current code of its square.
  local function code_of(tile)
    return levels.code_of(tile) or levels.CODES[tile.kind]
  end

  function Tile:pos()
    return names.find "vec2"(self.x, self.y)
  end

  function Tile:distance(other)
    return self:pos():dist(other:pos())
  end

  function Tile:isRoom()
    return code_of(self) >= levels.CODES.hallway
  end

  function Tile:isWall()
    return code_of(self) == levels.CODES.wall
  end

  function Tile:isEdge()
    return code_of(self) == levels.CODES.edge
  end

  -- The Room that contains the tile; nil for hallways, walls and edge.
  function Tile:getRoom()
    local level = levels.square_of(self)
    for _, room in ipairs(level and level.rooms or {}) do
      local x1, y1, x2, y2 = room:corners()
      if self.x >= x1 and self.x <= x2 and self.y >= y1 and self.y <= y2 then
        return room
      end
    end
  end

  function Tile:contains(object)
    return self.contents:contains(object)
  end

  function Tile:addContents(object)
    self.contents:add(object)
  end

  -- The same as addContents, because contents are always deferred.
  function Tile:addDeferredContents(object)
    self:addContents(object)
  end

  function Tile:removeContents(object)
    self.contents:remove(object)
  end

  -- Returns the tile on which an object ends that comes from the tile `from`: this tile if it is walkable, else `from`.
  function Tile:attemptedEntranceBy(_, from)
    return self:isRoom() and self or from
  end

  -- The tile on which an object ends that makes a step, a vec2, from this tile.
  function Tile:legalNeighbor(object, step)
    if self.runner == nil then
      raise("Tile:legalNeighbor: the tile has no runner to take tiles from: must be a tile of a level")
    end
    return self.runner:getTile(self:pos() + step):attemptedEntranceBy(object, self)
  end

  -- The living player on this tile, or nil.
  function Tile:getPlayerIfPresent()
    local player = self.runner and self.runner.player
    if player and self:contains(player) and player:isAlive() then
      return player
    end
  end

  function Tile:__tostring()
    return levels.KINDS[code_of(self)] .. " (" .. text.tostring(self.x) .. ", " .. text.tostring(self.y) .. ")"
  end

  -- The tile of a square of a level.
  function names.tile_of(level, square)
    local tile = level.tiles[square]
    if not tile then
      tile = names.find "Tile"(square % level.width, square // level.width, "edge", level.dungeon.runner)
      level.tiles[square] = tile
      levels.bind_tile(tile, level, square)
      deferred_table.watch(tile.contents, function(value, is_added)
        levels.update_contents(tile, value, is_added)
      end)
    end
    return tile
  end

  return Tile
end
