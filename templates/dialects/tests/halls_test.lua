describe("snares", function()
  it("hurt more when they are up", function()
    local runner = GameRunner(60, 30)
    runner:createLevel(5)
    local snare = Snare(runner:getDungeon():randomRoomTile(1))
    snare.state = "down"
    local least = snare:damageHi()
    snare.state = "up"
    assert.is_true(snare:damageHi() > least)
  end)
end)
