-- Cell: one square of a grid, for mods.

local import = ...
local class = import "actions/class"
local constants = import "actions/constants"

local Cell = class.define "Cell"
Cell.Layers = constants.Layers

function Cell:get(layer)
  return self.grid:getByLayer(self.pos, layer)
end

for _, name in ipairs { "getReal", "getWall", "getFloor", "getTrap" } do
  Cell[name] = function(self)
    return self.grid[name .. "At"](self.grid, self.pos)
  end
end

local meta = class.close(Cell)

return {
  class = Cell,
  new = function(grid, pos)
    return setmetatable({ grid = grid, pos = pos }, meta)
  end,
}
