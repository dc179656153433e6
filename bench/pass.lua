-- COUNT passes of an event through a chain of five handlers.
local chain, event = Chain(), Event()
for i = 1, 5 do
  chain:addHandler(function(passing)
    passing.last = i
  end)
end
for _ = 1, COUNT do
  chain:pass(event, Chain.checkPropagate)
end
