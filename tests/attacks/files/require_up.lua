-- Tries: to require files outside of its folder.
-- Ends: 0 "nothing"
for _, name in ipairs {
  "..secret", "../secret", "../../secret", "x/../../secret", ".../secret", "..", ".", "", "/", "/etc/passwd",
  "//etc/passwd", "etc.passwd", "C:\\secret", "secret\0.lua", "mod.base.../secret", "mod.base..secret", "mod.base./x",
  "mod...etc.passwd", "mod./etc.passwd", "mod.script.secret", "./../secret", "%2e%2e/secret", "~/.bashrc",
} do
  local ok, message = pcall(require, name)
  if ok then print("found " .. name) end
  if tostring(message):find("ATTACK_SECRET") then print("found: read " .. name) end
end
print("nothing")
