-- CombatRound: the commands of one round of a fight, for GameRunner:addToCrawl.

local import = ...
local class = import "core/class"

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
    self.commandList[#self.commandList + 1] = { damage = math.tointeger(amount), receiver = self.defender }
  end

  function CombatRound:getCommandList()
    return table.move(self.commandList, 1, #self.commandList, 1, {})
  end

  return CombatRound
end
