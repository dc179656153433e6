-- Tries: to learn which files there are, from pictures and sounds that are found or missing.
-- Ends: 0 "nothing"
-- Runs: mods
local function tell(name)
  local ok, message = pcall(kts.Graphic, name)
  local heard, sound = pcall(kts.Sound, name)
  return tostring(ok) .. (ok and "" or message:gsub(name, "", 1)) .. tostring(heard) .. (heard and "" or sound:gsub(name, "", 1))
end
print(tell("/etc/passwd") == tell("/etc/passwx") and tell("../../a.bmp") == tell("../../b.bmp") and "nothing" or "different")
