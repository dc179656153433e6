-- Something to do: the guard of Bridgeham asks for the crown that the king of the blobs has carried off.
local Folk = require ".folk"

local ASK = {
  "The king of the blobs has carried off our crown. He sits on the fourth floor of the burrow.",
  "Leave the town by its edge, and follow the grass east, to the north side of the woods.",
  "Bring the crown to me, and you shall have a sword and twenty coins.",
}

Event.register("base.on_init_save", "there is something to do", function()
  -- "asked" when the player knows of it, "done" in the end.
  save.overworld.quest = "open"
end)

local function ask(guard)
  for _, line in ipairs(ASK) do
    Gui.mes(guard.name .. ": " .. line)
  end
  save.overworld.quest = "asked"
end

-- Before other lines: asks, and takes the crown for the reward.
local function answer(chara, params)
  if chara._id ~= "overworld.guard" or save.overworld.quest == "done" then
    return
  end
  local crown = Folk.carried(params.chara, "crown")
  if crown then
    crown:remove(1)
    Folk.give(params.chara, "sword", 1)
    Folk.give(params.chara, "coin", 20)
    save.overworld.quest = "done"
    Gui.mes(chara.name .. ": The crown! Bridgeham thanks you. Take this sword and twenty coins.")
    return true, "blocked"
  elseif save.overworld.quest == "open" then
    ask(chara)
    return true, "blocked"
  end
end
Event.register("base.on_talk", "the guard asks for the crown", answer, 1000)

-- The guard comes to whoever does not know yet.
local function look_for_help(chara)
  local player = Chara.player()
  if chara._id ~= "overworld.guard" or save.overworld.quest ~= "open" or not player or Action.find_target(chara) then
    return
  elseif Folk.is_beside(chara, player) then
    ask(chara)
  else
    Folk.walk_towards(chara, player.x, player.y)
  end
  return nil, "blocked"
end
Event.register("base.on_chara_pass_turn", "the guard looks for help", look_for_help, 1000)

local GOALS = {
  open = "Hear what the guard of Bridgeham has to say.",
  asked = "Fetch the crown from floor 4 of the burrow.",
  carried = "Bring the crown to the guard of Bridgeham.",
}

local Quest = {}

-- What the player is asked to do, in a line; nothing in the end.
function Quest.goal()
  local player = Chara.player()
  local has_crown = save.overworld.quest == "asked" and player and Folk.carried(player, "crown")
  return GOALS[has_crown and "carried" or save.overworld.quest]
end

return Quest
