describe("the warren", function()
  it("has rabbits on each of its floors", function()
    local area = Area.get_or_create_map("my_mod.warren", 2)
    local count = 0
    for _, chara in area:iter_charas() do
      assert.are.equal("my_mod.rabbit", chara._id)
      count = count + 1
    end
    assert.are.equal(4, count)
  end)
end)
