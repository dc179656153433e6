-- HP(amount): hearts of two points each. Points fill the hearts from the first and are lost from the last.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"
local text = import "core/sandbox/text"

local HEART, MOST = 2, 1000000

local HP = class.define "HP"

local function check_number(value, title)
  if type(value) ~= "number" or value ~= value then
    errors.raise("HP" .. title .. " is " .. text.shown(value) .. ": must be a number")
  end
  return value
end

function HP:__construct(amount)
  if check_number(amount, ": the amount") > MOST then
    errors.raise("HP: the amount is " .. amount .. ": must be at most " .. MOST)
  end
  self.amount = amount > 0 and amount or 0
  self.most = self.amount
end

-- The points that are left.
function HP:get()
  return self.amount
end

-- Takes points away; gives the damage that exceeded them. `lost` is then the number of points lost.
function HP:takeDamage(damage)
  check_number(damage, ":takeDamage: the damage")
  if damage <= 0 then
    self.lost = 0
    return 0
  end
  local lost = math.min(damage, self.amount)
  self.amount, self.lost = self.amount - lost, lost
  return damage - lost
end

-- Restores points, up to the initial amount; gives the points that exceeded it.
function HP:heal(amount)
  check_number(amount, ":heal: the amount")
  if amount <= 0 then
    return 0
  end
  local restored = math.min(amount, self.most - self.amount)
  self.amount = self.amount + restored
  return amount - restored
end

-- The points in each heart, from the first.
function HP:hearts()
  local hearts, left = {}, self.amount
  for i = 1, (self.most + HEART - 1) // HEART do
    hearts[i] = math.min(HEART, left)
    left = left - hearts[i]
  end
  return hearts
end

class.close(HP)

return HP
