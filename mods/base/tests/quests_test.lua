local function generate_quest(each)
  return generate("base", { quest = each.id, players = each.min_players or 2 })
end

describe("each quest", function()
  for _, each in ipairs(quests) do
    it(each.id .. " can be played", function()
      local map = generate_quest(each)
      assert.is_true(map.width > 0)
      assert.is_true(#map:text() > map.width)
      assert.are.equal(each.settings.mission == "ritual", plan.ritual == true)
    end)
  end

  it("has an id and a title of its own", function()
    local seen = {}
    for _, each in ipairs(quests) do
      assert.is_nil(seen[each.id], each.id)
      assert.is_nil(seen[each.text], each.text)
      seen[each.id], seen[each.text] = true, true
    end
  end)
end)

describe("what a quest is about", function()
  local about = { relic = "relic", captive = "captive", lich = "lich_skull", key = "great_key" }

  it("is needed to leave", function()
    for mission, item in pairs(about) do
      generate("base", { mission = mission, gems = 0, dungeon = "basic", exit = "same" })
      assert.are.equal(1, #plan.needs)
      assert.are.equal(1, plan.needs[1].count)
      assert.matches(item, tostring(plan.needs[1].item))
    end
  end)

  it("lies somewhere when it is not carried", function()
    assert.are.equal(1, generate("base", { mission = "key", gems = 0 }):items()["base.great_key"])
    assert.are.equal(1, generate("base", { mission = "lich", gems = 0 }):monsters()["base.lich"])
  end)
end)
