local secret = "secret"
plain = "plain"
list = { deep = { "deep", "b", "a" } }
function look()
  local first = next(list)
  if plain ~= "plain" then return "a variable was changed" end
  if new then return "a variable was made" end
  if list.x or list[1] or first ~= "deep" or next(list, first) then return "a table was changed" end
  if list.deep[1] ~= "deep" or list.deep[2] ~= "b" or #list.deep ~= 3 then return "a table in a table was changed" end
end
