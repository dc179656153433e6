-- Tries: to take more memory while variables are closed for want of it.
-- Ends: 3 memory
-- With: --instructions 100000000
local keep = {}
local guard <close> = setmetatable({}, {
  __close = function()
    while true do keep = { keep, ("x"):rep(1000000) } end
  end,
})
while true do keep = { keep } end -- here
