-- Tries: to run files outside of its folder, by path.
-- Ends: 0 "nothing"
for _, name in ipairs {
  "/etc/passwd", "../secret.lua", "../../secret.lua", "/base/../../secret.lua", "/../secret.lua", "//etc/passwd",
  "/proc/self/environ", "/proc/self/cmdline", "/dev/zero", "/dev/stdin", "~/.bashrc", "secret.lua\0", ".", "/", "",
  "/script/../secret.lua", "/script/x/../../secret.lua", "\\..\\secret.lua",
} do
  local ok, message = pcall(dofile, name)
  if ok then print("found: ran " .. name) end
  if tostring(message):find("ATTACK_SECRET") then print("found: read " .. name) end
end
print("nothing")
