-- The module TestUtil: helpers for tests.

local import = ...
local areas = import "areas/area/area_states"
local creation = import "areas/object/creation"
local hot_reload = import "areas/library/hot_reload"
local saving = import "areas/save/saving"
local module_area = import "areas/modules/area"
local session = import "areas/session"
local travel = import "areas/travel/travel"

local TestUtil = {
  hotload_code = hot_reload.hotload_code, save_cycle = saving.cycle, TEST_MOD_ID = hot_reload.TEST_MOD_ID,
  TEST_SAVE_ID = "__test__",
}

function TestUtil.set_player(map, x, y)
  local player = creation.create("base.chara", "TestUtil.set_player", "base.fallback", nil, nil, { ownerless = true })
  if map then
    map:take_object(player, x or 0, y or 0)
  end
  session.game.player = player
  return player
end

function TestUtil.register_map(map)
  local area = areas.new()
  area:add_floor(map)
  module_area.register(area)
  travel.set_map(map)
  return area
end

function TestUtil.stripped_chara(id, map, x, y)
  return creation.create("base.chara", "TestUtil.stripped_chara", id, x, y, { ownerless = map == nil }, map)
end

function TestUtil.stripped_item(id, map, x, y, amount, aspects)
  return creation.create("base.item", "TestUtil.stripped_item", id, x, y,
    { ownerless = map == nil, amount = amount, aspects = aspects }, map)
end

return TestUtil
