-- Tries: to find a way to write in the API, by the names of all its functions.
-- Ends: 0 "nothing"
for name, value in pairs(kts) do
  for _, word in ipairs { "save", "write", "file", "export", "exec", "process", "socket", "download", "http" } do
    if type(value) == "function" and name:lower():find(word) then print("found kts." .. name) end
  end
end
print("nothing")
