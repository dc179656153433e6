-- Tries: links that lead out of its folder.
-- Ends: 0 "nothing"
-- Links: environ.lua=/proc/self/environ folder=/etc loop.lua=loop.lua up=../.. me=.
for _, name in ipairs { "environ", "folder.passwd", "me.me.secret", "up.secret" } do
  if pcall(require, name) then print("found " .. name) end
end
for _, name in ipairs { "environ.lua", "folder/passwd", "loop.lua", "up/secret.lua" } do
  if pcall(dofile, name) then print("found: ran " .. name) end
  local ok, message = pcall(kts.LoadSegments, { kts.Tile {} }, name)
  if ok then print("found: read " .. name) end
  if tostring(message):find("ATTACK_SECRET") or tostring(message):find("root:") then print("found: saw " .. name) end
end
print("nothing")
