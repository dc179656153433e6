-- Who is caught in a web cannot walk away, but can fight; to be hit again tightens it.

local Status = require "@status.status"
local Tinker = require "@tinkers.tinker"

local Web = class("Web", Status)
Web.amount = 2
Web.overlay = require("@status.overlay").ADD

return Web(Tinker { { "getMove", { function(event) event.propagate = false end, Ranks.HIGH } } })
