-- Tries: the same by way of the methods of texts, under pcall.
-- Ends: 3 instructions
while true do
  pcall(function()
    local _ = (("a"):rep(5000)):match(".-.-.-.-b") -- here
  end)
end
