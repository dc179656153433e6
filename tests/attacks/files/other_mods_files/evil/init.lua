-- Tries: to read the text of another mod's files, which it may run and no more.
-- Ends: 0 "nothing"
for _, name in ipairs { "/victim/secret.txt", "/victim/secret.lua", "../victim/secret.txt", "/evil/../victim/secret.txt" } do
  for _, read in ipairs { dofile, function(file) return kts.LoadSegments({ kts.Tile {} }, file) end } do
    local ok, message = pcall(read, name)
    if not ok and tostring(message):find("hunter2") then print("found: read " .. name .. ": " .. message) end
  end
end
if password then print("found: it runs in here") end
print("nothing")
