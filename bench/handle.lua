-- COUNT times the reading of a field of a handle, less the loop around it.
local zombie = require("base").zombie
local x
for _ = 1, COUNT do
  x = zombie.health
end
