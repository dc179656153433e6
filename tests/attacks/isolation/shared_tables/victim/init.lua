assert(_G.string.rep("x", 2) == "xx" and ("x"):rep(2) == "xx" and string.format("%d", 1) == "1")
assert(table.concat { "a", "b" } == "ab" and math.floor(1.5) == 1 and kts.Tile {})
print("all is well")
