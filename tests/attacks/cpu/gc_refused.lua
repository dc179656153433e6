-- Tries: a finalizer, which would run at any time and in anybody's name.
-- Ends: 1 "__gc is not available to mods"
setmetatable({}, { __gc = function() while true do end end })
