describe("a level", function()
  it("is connected, whichever part makes it", function()
    forall(3, {
      layout = {
        "cellar", --: kts
        "smithy", --: pools
        "den", --: actions
        "warren", --: areas
        "halls", --: rooms
      },
    }, function(seed, options)
      local map = generate("my_mod", { seed = seed, layout = options.layout })
      assert.connected(map)
    end)
  end)
end)
