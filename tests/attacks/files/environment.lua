-- Tries: to read the environment of the user; every text that can be reached is looked at.
-- Ends: 0 "nothing"
local seen = {}
local function look(value, depth)
  if type(value) == "string" and value:find("ATTACK_SECRET") then print("found " .. value) end
  if type(value) == "table" and not seen[value] and depth < 4 then
    seen[value] = true
    pcall(function()
      for k, v in pairs(value) do
        look(k, depth + 1)
        look(v, depth + 1)
      end
    end)
  end
end
look(_G, 0)
look(kts, 0)
print("nothing")
