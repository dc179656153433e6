-- Who lives here acts: people walk near their homes, talk and trade; enemies come, and whoever meets them fights.

-- Three lines of each, said in turn.
local LINES = {
  baker = {
    "Fresh bread, a coin for a loaf!", "The road north of here? Fields. Nobody comes from there.",
    "Sit down a while. Who rests an hour feels like new.",
  },
  smith = {
    "A sword is yours for a ruby.", "Skeletons? Bones are hard. Bring a good blade to the crypt.",
    "What you carry is what you strike with: I need not sell you two swords.",
  },
  guard = {
    "The edge of the town is just south of here. Behind it lies the vale.", "The burrow lies far in the east.",
    "The crypt lies at the end of the road. Its dead do not stay down.",
  },
  cat = { "Meow.", "Purr.", "The cat looks at something behind you." },
}
-- What people sell: what for what.
local TRADES = { baker = { "coin", "bread" }, smith = { "ruby", "sword" } }
-- How hard one strikes with what one carries, besides the bare hand.
local BLADES = { club = 2, dagger = 2, bow = 3, sword = 5 }
-- How far people walk from their homes, and how many turns of rest heal a point of health.
local REACH, TURNS_TO_HEAL = 3, 4

local Folk = {}

local function is_person(chara)
  return chara:has_category "overworld.person"
end

-- An id of this mod without the mod, or an empty text.
local function bare_id(object)
  return object._id:match "^overworld%.(.*)$" or ""
end

function Folk.carried(chara, id)
  return chara:iter_items():filter(function(item) return item._id == "overworld." .. id end):nth(1)
end

function Folk.give(chara, id, amount)
  return Item.create("overworld." .. id, nil, nil, { amount = amount }, chara)
end

-- Says the next of the three lines of a chara.
local function say(chara)
  local lines = LINES[bare_id(chara)]
  if lines then
    chara.said = (chara.said or 0) % #lines + 1
    Gui.mes(chara.name .. ": " .. lines[chara.said])
  end
  return lines ~= nil
end

local function trade(chara, buyer)
  local offer = TRADES[bare_id(chara)]
  local price = offer and Folk.carried(buyer, offer[1])
  if not price then
    return false
  end
  price:remove(1)
  Folk.give(buyer, offer[2], 1)
  Gui.mes(("%s: Here is your %s for a %s."):format(chara.name, offer[2], offer[1]))
  return true
end

Event.register("base.on_talk", "folk trade and talk", function(chara, params)
  return trade(chara, params.chara) or say(chara)
end)

-- Strikes, and says so where the player is one of both.
local function strike(chara, target)
  local force = 1 + chara:calc "level" // 2
  for _, item in chara:iter_items() do
    force = math.max(force, 1 + (BLADES[bare_id(item)] or 0))
  end
  local harm = Rand.between(0, force + (is_person(chara) and 3 or 1))
  target.hp = target.hp - harm
  if chara:is_player() then
    Gui.mes((harm > 0 and "You hit the %s for %d." or "You miss the %s."):format(target.name, harm))
  elseif target:is_player() then
    Gui.mes(("The %s "):format(chara.name) .. (harm > 0 and ("hits you for %d."):format(harm) or "misses you."))
  end
  if target.hp > 0 then
    return
  end
  target:kill()
  if target:is_player() then
    Gui.mes(("You are killed by the %s."):format(chara.name))
  else
    Gui.mes(("The %s is dead."):format(target.name))
    if Rand.one_in(2) then
      Item.create("overworld.coin", target.x, target.y, {}, target:current_map())
    end
  end
end

Event.register("base.on_act_hostile_towards", "the player strikes", function(chara, params)
  strike(chara, params.target)
  return true
end)

local function walk_towards(chara, x, y)
  local dx, dy = x - chara.x, y - chara.y
  local sx, sy = dx > 0 and 1 or dx < 0 and -1 or 0, dy > 0 and 1 or dy < 0 and -1 or 0
  return Action.move(chara, chara.x + sx, chara.y + sy)
    or sx ~= 0 and Action.move(chara, chara.x + sx, chara.y)
    or sy ~= 0 and Action.move(chara, chara.x, chara.y + sy)
end

-- One step at random; people do not go far from home.
local function wander(chara)
  chara.home = chara.home or { x = chara.x, y = chara.y }
  local x, y = chara.x + Rand.between(-1, 2), chara.y + Rand.between(-1, 2)
  local is_far = math.max(math.abs(x - chara.home.x), math.abs(y - chara.home.y)) > REACH
  if chara:current_map():is_in_bounds(x, y) and not (is_far and is_person(chara)) then
    Action.move(chara, x, y)
  end
end

function Folk.is_beside(chara, other)
  return math.max(math.abs(chara.x - other.x), math.abs(chara.y - other.y)) == 1
end

Event.register("base.on_chara_pass_turn", "folk act", function(chara)
  if not chara._id:find("overworld.", 1, true) then
    return
  end
  if chara:is_player() then
    chara.rested = (chara.rested or 0) + 1
    if chara.rested % TURNS_TO_HEAL == 0 and chara.hp < chara.max_hp then
      chara.hp = chara.hp + 1
    end
    return
  end
  local target = Action.find_target(chara)
  if target and Folk.is_beside(chara, target) then
    strike(chara, target)
  elseif target then
    walk_towards(chara, target.x, target.y)
  elseif Rand.one_in(3) then
    wander(chara)
  end
end)

Folk.walk_towards = walk_towards
return Folk
