-- Layers, phases, slots and the codes of changes.
return [==[
Layers.floor: integer
  Floors. Those that do nothing by themselves are tiles of the map.
  > local Moss = class("Moss", Entity)
  > Moss.layer = Layers.floor

Layers.misc: integer
  Other entities, such as burning bombs, which act before all other layers.
  > print(Entity.layer == Layers.misc) --> true

Layers.trap: integer
  Traps, which act last.
  > print(Mods.Critters.Entities.spikes.layer == Layers.trap) --> true

Layers.gold: integer
  Gold on squares.
  > print(World(3, 3):registerGold(5, Vec(1, 1)).layer == Layers.gold) --> true

Layers.wall: integer
  Walls. Those that do nothing by themselves are tiles of the map.
  > local Brick = class("Brick", Entity)
  > Brick.layer = Layers.wall

Layers.projectile: integer
  Projectiles, such as arrows.
  > print(Mods.Critters.Entities.arrow.layer == Layers.projectile) --> true

Layers.dropped: integer
  Items on squares.
  > print(World(3, 3):createDroppedItem(1, Vec(1, 1)).layer == Layers.dropped) --> true

Layers.real: integer
  Entities that block squares: creatures, chests, crates.
  > print(Mods.Critters.Entities.rat.layer == Layers.real) --> true

Layers.player: integer
  Players, which block squares as reals do and act first.
  > print(Mods.Critters.Entities.knight.layer == Layers.player) --> true

phases.Player: integer
  The phase in which players act; also the phase between turns.
  > print(World(3, 3).phase == require("world.phases").Player) --> true

phases.Misc: integer
  The phase of entities in Layers.misc.
  > print(World.phases.Misc) --> 2

phases.Explosion: integer
  A number for mods; reals act in phase 3.
  > print(World.phases.Explosion) --> 3

phases.Real: integer
  A number for mods; `World:gameLoop` lists the phases of a turn, which differ.
  > print(World.phases.Real) --> 4

phases.Projectile: integer
  A number for mods; projectiles act in phase 4.
  > print(World.phases.Projectile) --> 5

phases.Floor: integer
  A number for mods; floors act in phase 5.
  > print(World.phases.Floor) --> 6

phases.Trap: integer
  A number for mods; traps act in phase 6.
  > print(World.phases.Trap) --> 7

Attackableness.YES: string
  Attacks can hit it.
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getAttackableness() == Attackableness.YES) --> true

Attackableness.NO: string
  Attacks cannot hit it.
  > local arrow = World(3, 3):create(Mods.Critters.Entities.arrow, Vec(1, 1))
  > print(arrow:getAttackableness() == Attackableness.NO) --> true

Attackableness.IF_NEXT_TO: string
  Attacks can hit it only from the next square.
  > print(Attackableness.IF_NEXT_TO) --> if_close

Attackableness.SKIP: string
  Weapons that hit all targets hit it; weapons that hit the first target skip it.
  > print(Attackableness.SKIP) --> skip

Changes.Dead: string
  An entity died.
  > print(require("render.changes").Dead) --> dead

Changes.Dug: string
  An entity was dug.
  > print(require("render.changes").Dug) --> dug

Changes.Digs: string
  An entity dug.
  > print(require("render.changes").Digs) --> digs

Changes.Move: string
  An entity moved.
  > local Changes = require "render.changes"
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > knight:executeMove { direction = Vec(1, 0) }
  > print(knight.history:was(Changes.Move)) --> true

Changes.Hits: string
  An entity attacked.
  > print(require("render.changes").Hits) --> hits

Changes.Hurt: string
  An entity lost hit points.
  > print(require("render.changes").Hurt) --> hurt

Changes.Bump: string
  A move did not change the position; see `Retouchers.Bumping`.
  > print(require("render.changes").Bump) --> bump

Changes.Stuck: string
  For mods: an entity cannot move away.
  > print(require("render.changes").Stuck) --> stuck

Changes.Pushed: string
  An entity was pushed.
  > print(require("render.changes").Pushed) --> pushed

Changes.Push: string
  The same as `Changes.Pushed`.
  > print(require("render.changes").Push) --> pushed

Changes.Status: string
  An entity got a status.
  > print(require("render.changes").Status) --> status

Changes.Bounce: string
  For mods: an entity bounced.
  > print(require("render.changes").Bounce) --> bounce

Changes.JustState: string
  For mods: only the state of an entity changed.
  > print(require("render.changes").JustState) --> state

Changes.Reorient: string
  An entity turned.
  > print(require("render.changes").Reorient) --> reorient

InventorySlots.weapon: integer
  The slot of the weapon; it holds 1.
  > print(Mods.Critters.Items.sword.slot == InventorySlots.weapon) --> true

InventorySlots.body: integer
  The slot of armour; it holds 1.
  > print(Mods.Critters.Items.shield.slot == InventorySlots.body) --> true

InventorySlots.boots: integer
  The slot of boots; it holds 1.
  > print(Mods.Critters.Items.boots.slot == InventorySlots.boots) --> true

InventorySlots.hat: integer
  The slot of hats; it holds 1.
  > local Hat = class("Hat", Item)
  > Hat.slot = InventorySlots.hat

InventorySlots.ring: integer
  The slot of rings; it holds 1.
  > print(Mods.Critters.Items.ring.slot == InventorySlots.ring) --> true

InventorySlots.shovel: integer
  The slot of digging tools; it holds 1.
  > print(Mods.Critters.Items.pickaxe.slot == InventorySlots.shovel) --> true

InventorySlots.trinket: integer
  The default slot; it holds 75.
  > print(Item.slot == InventorySlots.trinket) --> true

InventorySlots.consumable: integer
  The slot of consumables; it holds 2.
  > print(Mods.Critters.Items.potion.slot == InventorySlots.consumable) --> true

InventorySlots.magic: integer
  The slot of magic; it holds 2.
  > print(InventorySlots.magic) --> 9

InventorySlots.bag: integer
  The slot of bags; it holds 1.
  > print(InventorySlots.bag) --> 10
]==]
