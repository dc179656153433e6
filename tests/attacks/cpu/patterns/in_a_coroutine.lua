-- Tries: a dear pattern in a coroutine, to be caught by resume.
-- Ends: 3 instructions
while true do
  coroutine.resume(coroutine.create(function()
    string.find(("a"):rep(5000), ".-.-.-.-b") -- here
  end))
end
