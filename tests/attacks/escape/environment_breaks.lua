-- Tries: to break every function that the host could take from its environment.
-- Ends: 1 "oops"
for name in pairs(_G) do
  if name ~= "error" and name ~= "_G" and name ~= "setmetatable" and name ~= "pairs" then _G[name] = nil end
end
setmetatable(_G, {
  __index = function() while true do end end,
  __newindex = function() error("worse") end,
})
error("oops")
