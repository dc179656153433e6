describe("table_merge", function()
  it("lets the second table win and changes neither", function()
    local first, second = { a = 1, b = 2 }, { b = 3 }
    assert.are.same({ a = 1, b = 3 }, table_merge(first, second))
    assert.are.same({ a = 1, b = 2 }, first)
    assert.are.same({ b = 3 }, second)
  end)
end)

describe("draws", function()
  it("stay between their ends and reach both", function()
    local seen = {}
    forall(60, function()
      local value = between(2, 4)()
      assert.is_true(value >= 2 and value <= 4)
      seen[value] = true
    end)
    assert.are.same({ [2] = true, [3] = true, [4] = true }, seen)
  end)

  it("follow their weights", function()
    local draw, counts = weighted { { "common", 9 }, { "rare", 1, 2, 5 } }, { common = 0, rare = 0 }
    for _ = 1, 2000 do
      local thing, number = draw()
      counts[thing] = counts[thing] + 1
      assert.is_true(number >= (thing == "rare" and 2 or 1) and number <= (thing == "rare" and 5 or 1))
    end
    assert.near(1800, counts.common, 100)
  end)
end)
