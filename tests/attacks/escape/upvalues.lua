-- Tries: the functions of debug that reach into other functions.
-- Ends: 0 "nothing"
for _, name in ipairs {
  "getupvalue", "setupvalue", "upvalueid", "upvaluejoin", "getlocal", "setlocal", "getregistry", "getmetatable",
  "setmetatable", "gethook", "sethook", "getinfo", "getuservalue", "debug", "setcstacklimit",
} do
  if debug[name] then print("found " .. name) end
end
print("nothing")
