-- Tries: to make large tables again and again.
-- Ends: 3 instructions
-- With: --memory 256
while true do
  local _ = table.create(500000)
end
