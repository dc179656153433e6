-- CombatRound: the commands of one round of a fight, for GameRunner:addToCrawl.

local import = ...
local class = import "core/class"

local move, tointeger = table.move, math.tointeger

-- Makes the class CombatRound of a mod.
return function()
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
    return move(self.commandList, 1, #self.commandList, 1, {})
  end

  return CombatRound
end
