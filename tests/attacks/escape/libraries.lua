-- Tries: libraries and functions that lead out of Lua.
-- Ends: 0 "nothing"
for _, name in ipairs {
  "io", "os", "package", "python", "ffi", "jit", "collectgarbage", "newproxy", "loadfile", "warn", "lupa", "rawlen2",
} do
  if rawget(_G, name) ~= nil or _G[name] ~= nil or load("return " .. name)() ~= nil then print("found " .. name) end
end
for name in pairs(debug) do
  if name ~= "traceback" then print("found debug." .. name) end
end
print("nothing")
