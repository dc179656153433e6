-- Tries: to repeat nothing more often than time allows.
-- Ends: 0 "nothing"
local _ = (""):rep(10 ^ 15 | 0)
_ = string.rep("", math.maxinteger, "")
print("nothing")
