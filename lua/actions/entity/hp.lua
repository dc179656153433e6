-- HP(amount): hearts of two points each, filled from the first; damage eats from the last.

local import = ...
local class = import "actions/class"
local errors = import "core/errors"

local raise = errors.raise
local shown = import("core/sandbox/text").shown
local min, type = math.min, type

local HEART, MOST = 2, 1000000

local HP = class.define "HP"

local function number(value, what)
  if type(value) ~= "number" or value ~= value then
    raise("HP" .. what .. " is " .. shown(value) .. ": must be a number")
  end
  return value
end

function HP:__construct(amount)
  if number(amount, ": the amount") > MOST then
    raise("HP: the amount is " .. amount .. ": must be at most " .. MOST)
  end
  self.amount = amount > 0 and amount or 0
  self.most = self.amount
end

-- How much is left.
function HP:get()
  return self.amount
end

-- Takes damage, as far as there is any left to take; gives what was too much. `lost` is then what was taken.
function HP:takeDamage(damage)
  number(damage, ":takeDamage: the damage")
  if damage <= 0 then
    self.lost = 0
    return 0
  end
  local taken = min(damage, self.amount)
  self.amount, self.lost = self.amount - taken, taken
  return damage - taken
end

-- Gives back what was taken, up to the full amount; gives what was too much.
function HP:heal(amount)
  number(amount, ":heal: the amount")
  if amount <= 0 then
    return 0
  end
  local given = min(amount, self.most - self.amount)
  self.amount = self.amount + given
  return amount - given
end

-- The points in each heart, from the first.
function HP:hearts()
  local found, left = {}, self.amount
  for i = 1, (self.most + HEART - 1) // HEART do
    found[i] = min(HEART, left)
    left = left - found[i]
  end
  return found
end

class.close(HP)

return HP
