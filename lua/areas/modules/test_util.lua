-- The module TestUtil, which files of tests ask for.

local import = ...
local areas = import "areas/area/instances"
local creating = import "areas/object/creation"
local keeping = import "areas/keeping"
local module_area = import "areas/modules/area"
local state = import "areas/session"
local travel = import "areas/travel/travel"

local Area = module_area.Area

local M = {}

local TestUtil = {
  set_player = function(map, x, y)
    local player = creating.create("base.chara", "TestUtil.set_player", "base.fallback", nil, nil, { ownerless = true })
    if map then
      map:take_object(player, x or 0, y or 0)
    end
    state.game.player = player
    return player
  end,
  register_map = function(map)
    local area = areas.new()
    area:add_floor(map)
    Area.register(area)
    travel.set_map(map)
    return area
  end,
  save_cycle = keeping.cycle,
  stripped_chara = function(id, map, x, y)
    return creating.create("base.chara", "TestUtil.stripped_chara", id, x, y, { ownerless = map == nil }, map)
  end,
  stripped_item = function(id, map, x, y, amount)
    return creating.create("base.item", "TestUtil.stripped_item", id, x, y, { ownerless = map == nil, amount = amount }, map)
  end,
}

M.TestUtil = TestUtil

return M
