-- Enemies decide by a sequence of steps, and attack nobody but players.

local Being = require ".bases.being"

local Enemy = class("Enemy", Being)
copyChains(Being, Enemy)
decorate(Enemy, Decorators.Sequential)
Retouchers.Algos.general(Enemy)
Retouchers.Skip.noPlayer(Enemy)

-- A class of enemies with steps and modifiers of its own.
function Enemy.make(name, fields)
  local made = class(name, Enemy)
  copyChains(Enemy, made)
  for key, value in pairs(fields) do
    made[key] = value
  end
  return made
end

return Enemy
