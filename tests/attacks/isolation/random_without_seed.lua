-- Tries: random numbers that no seed decides.
-- Ends: 0 same
math.randomseed()
print(math.random(0), math.random(), kts.RandomRange(1, 1000000))
math.randomseed(0 / 0)
print(math.random(0), math.randomseed(1, 2))
