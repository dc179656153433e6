-- Tries: a short pattern whose time grows with a high power of a short text.
-- Ends: 3 instructions
while true do
  local _ = ("a"):rep(23):find((".-"):rep(11) .. "b") -- here
end
