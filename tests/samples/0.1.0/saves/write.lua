local L, G = require "lair", require "guest"
local surface = Area.get_or_create_map("lair.world")
Chara.set_player(Chara.create("lair.rat", 2, 2, {}, surface))
Map.set_map(surface)
surface.payload = L.values()
local apples = Item.create("lair.apple", 7, 8, { amount = 3 }, surface)
apples.seen_by = { Chara.player(), surface.payload }
for i = 1, 3 do
  Item.create("lair.apple", 4, 4, { amount = i }, surface).mark = "pile " .. i
end
local bag = Item.create("lair.apple", nil, nil, { amount = 9 }, Chara.player())
bag.note = apples
Feat.create("lair.altar", 12, 3, {}, surface).power = 4
local rat = Chara.create("lair.rat", 9, 9, {}, surface)
rat.friend, rat.own_data = Chara.player(), { 1, "two", { x = 0.5 } }
rat:get_mod_data("lair").x = 1
surface.loose = Item.create("lair.apple", nil, nil, { ownerless = true })
surface.loose.mark = "loose"
surface.proto = data["base.item"]["lair.apple"]
surface:set_tile(3, 3, "base.wall")
surface:set_tile(1, 1, "guest.stage")
Chara.create("guest.bard", 4, 4, {}, surface).song = "one"
surface.star = Chara.at(4, 4, surface)
G.remember()
save.lair.values, save.lair.place, save.lair.count = L.values(), Area.get_or_create("lair.cave"), 4
Area.get_or_create("lair.cave").metadata.gold = 3
World.pass_time_in_seconds(3600 * 5)
goto_floor("lair.cave", 1)
goto_floor("lair.cave", 2)

local world = World(12, 9)
world:createFloors(L.Floor)
world:create(L.Wall, Vec(1, 1))
world.weather, world.zone = { "rain" }, "z1"
local a = world:create(L.Being, Vec(2, 2))
local b = world:create(L.Friend, Vec(3, 2))
local dead = world:create(L.Being, Vec(4, 2))
local thing = world:create(G.Thing, Vec(9, 9))
thing.x, thing.friend, a.thing = { 5 }, a, thing
a.friend, b.friend, b.killed, a.home, a.kind = b, a, dead, Vec(7, 7), L.Friend
a.list = { b, { b, dead }, [b] = "by entity" }
a.plain = L.Plain()
a.plain.x = { a }
dead.hp:takeDamage(99)
dead:die()
a:equip(Items[L.ring])
b:equip(Items[L.coin])
b:equip(Mods.Guest.Items.gem)
b:setStat(StatTypes.Attack, "damage", 7)
L.counting:tink(a)
L.counting:tink(a)
a.decorators.Statused:activate(a, { status = { burn = 1 } })
world:gameLoop()
a:beAttacked({ attack = b:getStat(StatTypes.Attack), direction = Vec(-1, 0) })
world:createDroppedItem(L.coin, Vec(5, 5))
world:createDroppedItem(L.ring, Vec(5, 5))
world:registerGold(30, Vec(6, 6))
save.lair.hero, save.lair.arena = a, world
Pools.drawFromPool("ore.hills")
print(math.random(1000000), Rand.rnd(1000))
