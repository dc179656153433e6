local L = require "lair"
print(math.random(1000000), Rand.rnd(1000))
print(Map.current(), Area.current(), Area.current_floor(), World.date_hours(), save.base.play_turns)
local surface = Area.get_or_create_map("lair.world")
L.look_at(surface.payload)
L.look_at(save.lair.values)
print(save.lair.place == Area.current(), save.lair.count, Area.current().metadata.gold)
local apples = Item.at(7, 8, surface):nth(1)
print(apples.amount, apples.seen_by[1] == Chara.player(), apples.seen_by[2] == surface.payload)
for _, item in Item.at(4, 4, surface) do
  print(item.mark, item.amount)
end
local bag = Chara.player():iter_inventory():nth(1)
print(bag.amount, bag.note == apples)
for _, feat in Feat.iter(surface) do
  print(feat._id, feat.x, feat.y, feat.power)
end
local rat = Chara.at(9, 9, surface)
print(rat.friend == Chara.player(), rat.own_data[3].x, rat:get_mod_data("lair").x)
print(surface.loose.mark, surface.loose.amount, surface.proto._id, surface:tile(3, 3)._id, surface:tile(1, 1)._id)
print(surface.star and tostring(surface.star), Chara.at(4, 4, surface) and Chara.at(4, 4, surface).song)
print((pcall(function()
  return save.guest.songs[2]
end)))

local world, a = save.lair.arena, save.lair.hero
local b = a.friend
print(class.name(a), class.name(b), b.friend == a, b.killed.dead, b.killed.world == world, a.world == world)
print(a.list[1] == b, a.list[2][2] == b.killed, a.list[b], a.kind == L.Friend, a.home + Vec(1, 0))
print(class.is(a.plain, L.Plain), a.plain.x[1] == a, world.weather[1], world.turn, a.id, b.id, a.thing and tostring(a.thing))
print(a:getStat(StatTypes.Attack).damage, b:getStat(StatTypes.Attack).damage, a.inventory:get(7) == Items[L.ring])
print(a.hp:get(), a.statuses:get("burn"), a.ticked, a.sequence.currentStepIndex)
for _ = 1, 5 do
  world:gameLoop()
  print(a.hp:get(), a.statuses:get("burn"), a.ticked, a.sequence.currentStepIndex, a.sequence.repetCounter)
end
a:unequip(Items[L.ring])
print(a:getStat(StatTypes.Attack).damage, world.grid:getDroppedAt(a.pos).state[1] == L.ring)
local pile, gold = world.grid:getDroppedAt(Vec(5, 5)), world.grid:getByLayer(Vec(6, 6), Layers.gold)
print(#pile.state, pile.state[1] == L.coin, pile.state[2] == L.ring, gold.state)
print(class.is(world.grid:getFloorAt(Vec(2, 2)), L.Floor), class.is(world.grid:getWallAt(Vec(1, 1)), L.Wall))
for _, one in ipairs(world:getEntities(Layers.real)) do
  print(one, one.pos)
end
print(Pools.drawFromPool("ore.hills"), Pools.drawFromPool("ore.hills"))
goto_floor("lair.cave", 3)
print(Map.current(), Chara.player().x, Chara.player().y)
