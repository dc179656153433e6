-- Poison takes a hit point a beat.

local Status = require "@status.status"
local Tinker = require "@tinkers.tinker"
local utils = require "@decorators.utils"

local Poison = class("Poison", Status)
Poison.amount = 3

local function hurt(event)
  event.actor:takeDamage(1)
  utils.die(event)
end

return Poison(Tinker { { "tick", hurt } })
