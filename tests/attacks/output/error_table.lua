-- Tries: an error that is a table whose text is none.
-- Ends: 1 "an error object that is a table"
error(setmetatable({}, { __tostring = function() return {} end, __name = "\27[2J" }))
