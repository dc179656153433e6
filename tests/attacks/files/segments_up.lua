-- Tries: to read files outside of its folder as segments.
-- Ends: 0 "nothing"
-- Runs: mods
for _, name in ipairs {
  "/etc/passwd", "../secret.txt", "../../secret.txt", "/base/../../secret.txt", "/proc/self/environ", "/dev/zero", "",
  "/evil/../secret.txt", ".", "/", "init.lua\0.txt",
} do
  local ok, message = pcall(kts.LoadSegments, { kts.Tile {} }, name)
  if ok then print("found: read " .. name) end
  if tostring(message):find("ATTACK_SECRET") then print("found: read " .. name) end
end
print("nothing")
