-- Tries: to let the toolbox work instead: much of its time for few instructions.
-- Ends: 3 instructions or seconds
-- With: --timeout 1
local toolbox = require "host.toolbox"
while true do
  toolbox.regions(toolbox.caves { width = 400, height = 400 })
end
