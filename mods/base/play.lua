-- What happens when knights touch things. Runs in play, when cxt says who and where.

-- The game that was asked for; menu.lua makes one at each start. Its fields are listed in goals.lua.
plan = nil

local function missing_thing(knight)
  for _, need in ipairs(plan.needs) do
    if kts.GetNumHeld(knight, need.item) < need.count then
      return need
    end
  end
end

local function is_way_out(player, here)
  local home = plan.exit_home
  if plan.exit == "same" then
    home = kts.GetHomeFor(player)
  end
  return home and home.x == here.x and home.y == here.y
end

function reach_home()
  if not plan or not kts.ActorIsKnight() then
    return
  end
  local player = kts.GetPlayer(cxt.actor)
  if is_way_out(player, cxt.actor_pos) then
    local need = missing_thing(cxt.actor)
    if need then
      kts.FlashMessage(need.reminder)
    else
      kts.WinGame(player)
    end
  end
end

function perform_ritual()
  if not plan or not plan.ritual or not kts.ActorIsKnight() then
    return
  end
  if kts.GetNumHeld(cxt.actor, tome) > 0 then
    kts.FlashScreen()
    kts.WinGame(kts.GetPlayer(cxt.actor))
  else
    kts.FlashMessage("The altar waits for the stolen tome.")
  end
end

-- Only what blocks somebody has an access table.
local function is_open(pos)
  local tiles = kts.GetTiles(pos)
  for _, tile in ipairs(tiles) do
    if tile.access then
      return false
    end
  end
  return #tiles > 0
end

-- A square holds one item, and the quest is lost without the skull: it rolls until there is room.
function leave_skull()
  local from = cxt.actor_pos
  for reach = 0, 5 do
    for dy = -reach, reach do
      for dx = -reach, reach do
        local pos = { x = from.x + dx, y = from.y + dy }
        if is_open(pos) and kts.PlaceItem(pos, lich_skull) then
          return
        end
      end
    end
  end
end

function disturb_the_dead()
  if kts.RandomChance(0.15) then
    local side = one_of { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }
    kts.AddMonster({ x = cxt.pos.x + side[1], y = cxt.pos.y + side[2] }, skeleton)
  end
end

function fall_into_pit()
  kts.PitKill()
end

function drink_water()
  if kts.RandomChance(0.2) then
    kts.Healing("Clear water. You feel better.")
  else
    kts.FlashMessage("The water is cold.")
  end
end
