-- CombatRound: the commands of one round of a fight, for GameRunner:addToCrawl.

local import = ...
local class = import "core/class"

local ipairs, tointeger = ipairs, math.tointeger

-- Make the class CombatRound of a mod.
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
    local list = {}
    for i, command in ipairs(self.commandList) do
      list[i] = command
    end
    return list
  end

  return CombatRound
end
