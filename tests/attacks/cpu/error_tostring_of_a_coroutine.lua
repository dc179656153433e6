-- Tries: the same from a coroutine, with a __tostring that waits for ever.
-- Ends: 1 "script/error_tostring_of_a_coroutine.lua:9: "
coroutine.wrap(function()
  error(setmetatable({}, {
    __tostring = function()
      while true do coroutine.yield("for ever") end
    end,
  }))
end)()
