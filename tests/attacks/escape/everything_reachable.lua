-- Tries: to reach anything that is no plain value of Lua by walking through all that there is.
-- Ends: 0 "nothing"
local base = require "base"
local seen, list, kinds = {}, {}, {}
-- What only a metatable of the host may hold; methods such as __tostring are in classes that mods may read.
local hidden = { __index = true, __newindex = true, __metatable = true, __gc = true, __mode = true, __name = true }
local function note(value)
  local kind = type(value)
  if (kind == "table" or kind == "function") and not seen[value] then
    seen[value] = true
    list[#list + 1] = value
  elseif kind == "thread" then
    print("found a thread")
  end
  kinds[math.type(value) or kind] = true
end
note(_G) note(kts) note(mod) note(base) note("") note(debug)
list[1] = list[1] or error("nothing to walk through")
local at, count = 1, 0
while list[at] and count < 20000 do
  local value = list[at]
  if type(value) == "table" then
    note(getmetatable(value))
    pcall(function()
      for k, v in pairs(value) do
        count = count + 1
        note(k)
        note(v)
        if hidden[k] then print("found " .. k) end
      end
    end)
  end
  at = at + 1
end
for kind in pairs(kinds) do
  if kind == "userdata" then kinds[kind] = nil end
end
print(getmetatable(base.wall_stone) and "found a metatable" or "nothing")
