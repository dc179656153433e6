-- Retouchers: functions that add a common handler to the chains of a class of entities.
return [==[
Retouchers.Algos.simple(class: class)
  Adds `algos.simple` to the chain `action`: does actions in their own direction, for players.
  > local Hero = class("Hero", Entity)
  > Decorators.Start(Hero)
  > decorate(Hero, Decorators.Acting)
  > Retouchers.Algos.simple(Hero)

Retouchers.Algos.general(class: class)
  Adds `algos.general` to the chain `action`: does actions in the first direction in which they succeed.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Acting)
  > Retouchers.Algos.general(Rat)

Retouchers.Attackableness.constant(class: class, value: "YES" | "NO" | "if_close" | "skip")
  Sets how attacks can hit it.
  - value: one of Attackableness
  > local Ghost = class("Ghost", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Ghost)
  > Retouchers.Attackableness.constant(Ghost, Attackableness.SKIP)
  > print(World(3, 3):create(Ghost, Vec(1, 1)):getAttackableness()) --> skip

Retouchers.Attackableness.no(class: class)
  Attacks cannot hit it.
  > local Ghost = class("Ghost", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Ghost)
  > Retouchers.Attackableness.no(Ghost)
  > print(World(3, 3):create(Ghost, Vec(1, 1)):getAttackableness()) --> NO

Retouchers.Bumping(class: class)
  Registers the event `bump` when a move does not change the position.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > for _, name in ipairs { "Moving", "Displaceable", "DynamicStats" } do decorate(Rat, Decorators[name]) end
  > Rat.baseModifiers = {}
  > Retouchers.Bumping(Rat)
  > local rat = World(3, 3):create(Rat, Vec(1, 1))
  > rat:executeMove { direction = Vec(-1, 0) }
  > print(rat.history:was "bump") --> true

Retouchers.Bump(class: class)
  The same as `Retouchers.Bumping`.
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Rat)
  > Retouchers.Bump(Rat)

Retouchers.Equip.onDisplace(class: class)
  It picks up the items on a square that it enters.
  > local Thief = class("Thief", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Thief)
  > decorate(Thief, Decorators.Inventory)
  > Retouchers.Equip.onDisplace(Thief)
  > local thief = World(3, 3):create(Thief, Vec(1, 1))
  > thief.world:createDroppedItem(Mods.Critters.Items.sword.id, Vec(2, 1))
  > thief:executeMove { direction = Vec(1, 0) }
  > print(thief:getWeapon().id == Mods.Critters.Items.sword.id) --> true

Retouchers.Skip.emptyAttack(class: class)
  It does not attack without a target.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight:executeAttack({ direction = Vec(1, 0) }).propagate) --> false

Retouchers.Skip.emptyDig(class: class)
  It does not dig without a target.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight:executeDig({ direction = Vec(1, 0) }).propagate) --> false

Retouchers.Skip.blockedMove(class: class)
  It does not move to a blocked square.
  > local knight = World(3, 3):create(Mods.Critters.Entities.knight, Vec(1, 1))
  > print(knight:executeMove({ direction = Vec(-1, 0) }).propagate) --> false

Retouchers.Skip.noPlayer(class: class)
  It attacks only players.
  > local world = World(3, 3)
  > world:create(Mods.Critters.Entities.rat, Vec(2, 1))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:executeAttack({ direction = Vec(1, 0) }).propagate) --> false

Retouchers.Skip.self(class: class)
  It does not hit itself.
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Rat)
  > Retouchers.Skip.self(Rat)

Retouchers.Reorient.onMove(class: class)
  It turns in the direction of its moves.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Moving)
  > Retouchers.Reorient.onMove(Rat)

Retouchers.Reorient.onDisplace(class: class)
  It turns in the direction of each displacement, also of a push.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Displaceable)
  > Retouchers.Reorient.onDisplace(Rat)

Retouchers.Reorient.onActionSuccess(class: class)
  It turns in the direction of each action that succeeds.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Acting)
  > Retouchers.Reorient.onActionSuccess(Rat)

Retouchers.Reorient.onAttack(class: class)
  It turns in the direction of its attacks.
  > local Rat = class("Rat", Entity)
  > Decorators.Start(Rat)
  > decorate(Rat, Decorators.Attacking)
  > Retouchers.Reorient.onAttack(Rat)

Retouchers.Reorient.onDig(class: class)
  It turns in the direction of its digging.
  > local Mole = class("Mole", Entity)
  > Decorators.Start(Mole)
  > decorate(Mole, Decorators.Digging)
  > Retouchers.Reorient.onDig(Mole)

Retouchers.NoAction.ifHit(class: class)
  It does not act any more in a turn in which it was hit.
  > local Coward = class("Coward", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Coward)
  > Retouchers.NoAction.ifHit(Coward)

Retouchers.NoAction.ifPushed(class: class)
  It does not act any more in a turn in which it was pushed.
  > local Clumsy = class("Clumsy", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Clumsy)
  > Retouchers.NoAction.ifPushed(Clumsy)

Retouchers.NoAction.byAttacking(class: class)
  It does not act any more in a turn in which it attacked.
  > local Calm = class("Calm", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Calm)
  > Retouchers.NoAction.byAttacking(Calm)

Retouchers.Invincible.ifHit(class: class)
  After a hit it cannot be hurt for as many turns as its stat Invincible says.
  > local Tough = class("Tough", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Tough)
  > Tough.baseModifiers = { hp = { amount = 9 }, resistance = { invincible = 2 } }
  > Retouchers.Invincible.ifHit(Tough)
  > local tough = World(3, 3):create(Tough, Vec(1, 1))
  > local blow = require "@action.effects.attack" { damage = 1, pierce = 1 }
  > for _ = 1, 3 do tough:beAttacked { attack = blow } end
  > print(tough.hp:get()) --> 8

Retouchers.Invincible.ifPushed(class: class)
  After a push it cannot be hurt for as many turns as its stat Invincible says.
  > local Tough = class("Tough", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Tough)
  > Retouchers.Invincible.ifPushed(Tough)

Retouchers.utils.retouch(class: class, chain: string, handler: function | table)
  Adds a handler to a chain of a class.
  ! the class must belong to the mod and have the chain
  > local Rat = class("Rat", Mods.Critters.Entities.rat)
  > copyChains(Mods.Critters.Entities.rat, Rat)
  > Retouchers.utils.retouch(Rat, "tick", function() print "squeak" end)
  > World(3, 3):create(Rat, Vec(1, 1)):tick() --> squeak

Retouchers.Step: boolean
  True: Dungeon Hopper has nothing there.
  > print(Retouchers.Step) --> true
]==]
