-- Tries: a text nested so deep that the compiler fills the stack of C.
-- Ends: 0 "nothing"
local f, message = load(("("):rep(100000) .. "1" .. (")"):rep(100000))
print(f or message:find("overflow") and "nothing" or message)
