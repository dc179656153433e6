-- Tries: the same from a coroutine, with a __tostring that waits for ever.
-- Ends: 1 "an error object that is a table"
coroutine.wrap(function()
  error(setmetatable({}, {
    __tostring = function()
      while true do coroutine.yield("for ever") end
    end,
  }))
end)()
