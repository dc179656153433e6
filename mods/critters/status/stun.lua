-- Who is stunned does nothing.

local Status = require "@status.status"
local Tinker = require "@tinkers.tinker"

local Stun = class("Stun", Status)
Stun.amount = 2

return Stun(Tinker { { "checkAction", { function(event) event.propagate = false end, Ranks.HIGH } } })
