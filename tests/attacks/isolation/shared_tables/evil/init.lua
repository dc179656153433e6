-- Tries: to break the libraries, the globals and the methods of texts for the mods that come after it.
-- Ends: 0 "all is well"
string.rep, string.format, table.concat, math.floor = nil, nil, nil, nil
pcall(function() getmetatable("").__index = nil end)
for name in pairs(_G) do
  if name ~= "_G" then _G[name] = nil end
end
_G = nil
