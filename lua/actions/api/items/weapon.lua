-- Weapons: what attacks hit.
return [==[
class Weapon: Item
  = Mods.Critters.Items.spear
  An item that decides what an attack hits.
  > local Spear = class("Spear", require "@items.weapons.weapon")
  > local Pattern = require "@items.weapons.pattern"
  > Spear.pattern = Pattern()
  > Spear.pattern:add(Vec(1, 0), Vec(1, 0))
  > Spear.pattern:add(Vec(2, 0), Vec(1, 0), true)

Weapon(tinker: Tinker?): Weapon -- within
  A weapon.
  > print(require("@items.weapons.weapon")().slot == InventorySlots.weapon) --> true

Weapon.pattern: Pattern?
  The squares that it hits, for an entity that looks to the right. The default is the next square.

Weapon.chain: Chain | PlainChain
  Filters `event.targets`. The default is `weapons.chains.general`.
  > local Axe = class("Axe", require "@items.weapons.weapon")
  > Axe.chain = require "@items.weapons.chains.hitall"

Weapon.check: fun(event: Event): boolean
  Whether the pass of the chain ends. The default is `weapons.chains.check`.

Weapon:getTargets(actor: Entity, action: table): Target[] -- within
  The targets of an attack in the direction of the action.
  > local world = World(5, 3)
  > local knight = world:create(Mods.Critters.Entities.knight, Vec(1, 1))
  > local rat = world:create(Mods.Critters.Entities.rat, Vec(3, 1))
  > print(#Mods.Critters.Items.spear:getTargets(knight, { direction = Vec(1, 0) })) --> 1

weapons.chains.general: PlainChain
  The chain of weapons that hit the first target that can be hit. Its field `chain` is the chain itself, and `check` is
  `weapons.chains.check`; the same holds for `hitall`.
  > local Club = class("Club", require "@items.weapons.weapon")
  > print(Club.chain == require "@items.weapons.chains.general") --> true

weapons.chains.hitall: PlainChain
  The chain of weapons that hit all targets that can be hit.
  > local Whip = class("Whip", require "@items.weapons.weapon")
  > Whip.chain = require "@items.weapons.chains.hitall"

weapons.chains.check(event: Event): boolean -- within
  Whether the pass of the chain of a weapon ends: no target is left, or a handler set `propagate` to false.
  > print(require "@items.weapons.chains.check"({ propagate = true, targets = {} })) --> true

class Pattern
  = require("@items.weapons.pattern")()
  The squares that a weapon hits, for an entity that looks to the right.

Pattern(): Pattern
  A pattern without pieces.
  > print(#require("@items.weapons.pattern")().pieces) --> 0

Pattern.pieces: Piece[]
  Its pieces, in the order in which they are hit.

Pattern:add(pos: Vec, dir: Vec, reach: boolean | integer[] | nil): Piece
  Adds a piece.
  - pos: the square, relative to the actor
  - dir: the direction in which the attack hits there
  - reach: true when all pieces before it must be free of walls, or the numbers of the pieces that must be
  ! at most 1000 pieces
  > local pattern = require("@items.weapons.pattern")()
  > print(pattern:add(Vec(2, 0), Vec(1, 0), true).pos) --> Vec(2, 0)

Pattern:turned(pos: Vec, direction: Vec): Piece[]
  The pieces around a position, turned to a direction.
  > local pattern = require("@items.weapons.pattern")()
  > pattern:add(Vec(1, 0), Vec(1, 0))
  > print(pattern:turned(Vec(5, 5), Vec(0, 1))[1].pos) --> Vec(5, 6)

class Piece
  = require "@items.weapons.piece"(Vec(1, 0), Vec(1, 0))
  A square that an attack hits.

Piece(pos: Vec, dir: Vec, reach: boolean | integer[] | nil): Piece
  A piece.
  > print(require "@items.weapons.piece"(Vec(1, 0), Vec(1, 0)).reach) --> false

Piece.pos: Vec
  The square: relative to the actor, or in a target on the map.

Piece.dir: Vec
  The direction in which the attack hits there.

Piece.reach: boolean | integer[]
  Which pieces before it must be free of walls; true means all.

class Target
  = require "@items.weapons.target"(nil, require "@items.weapons.piece"(Vec(1, 0), Vec(1, 0)), 1, "NO")
  An entity that an action may affect.

Target(entity: Entity?, piece: Piece, index: integer, attackableness: string): Target
  A target.
  > local Piece, Target = require "@items.weapons.piece", require "@items.weapons.target"
  > print(Target(nil, Piece(Vec(1, 0), Vec(1, 0)), 1, Attackableness.NO).index) --> 1

Target.entity: Entity?
  The entity on the square.

Target.piece: Piece
  The square.

Target.index: integer
  The number of the piece in its pattern.

Target.attackableness: string
  One of Attackableness.

weapons.chains.checks.stopIfEmpty(event: Event): boolean
  The same as `weapons.chains.check`.
  > print(require("@items.weapons.chains.checks").stopIfEmpty { propagate = true, targets = {} }) --> true

weapons.chains.filters.Nil(targets: table[]): table[]
  The targets with an entity.
  > print(#require("@items.weapons.chains.filters").Nil {}) --> 0

weapons.chains.filters.Unattackable(targets: table[]): table[]
  The targets that are not `Attackableness.NO`.
  > print(#require("@items.weapons.chains.filters").Unattackable {}) --> 0

weapons.chains.filters.LeaveAttackable(targets: table[]): table[]
  The targets that are `Attackableness.YES` or `IF_NEXT_TO`.
  > print(#require("@items.weapons.chains.filters").LeaveAttackable {}) --> 0

weapons.chains.utils.nextToAny(event: Event)
  A handler of weapons: stops the attack when all targets may only be hit from the next square and none is there.
  > local PlainChain, utils = require "lib.chains.chain", require "@items.weapons.chains.utils"
  > local Whip = class("Whip", require "@items.weapons.weapon")
  > Whip.chain = PlainChain { utils.filter(require("@items.weapons.chains.filters").Nil), utils.nextToAny }

weapons.chains.utils.unreachable(event: Event)
  A handler of weapons: drops the targets on pieces that reach over walls.
  > local event = { targets = {} }
  > require("@items.weapons.chains.utils").unreachable(event)
  > print(#event.targets) --> 0

weapons.chains.utils.eliminate(event: Event)
  A handler of weapons: drops the targets that can be hit only from the next square and are not there.
  > local event = { targets = {} }
  > require("@items.weapons.chains.utils").eliminate(event)
  > print(#event.targets) --> 0

weapons.chains.utils.takeFirst(event: Event)
  A handler of weapons: leaves the first target that is not to be skipped.
  > local event = { targets = {} }
  > require("@items.weapons.chains.utils").takeFirst(event)
  > print(#event.targets) --> 0

weapons.chains.utils.canReach(target: table, event: Event): boolean
  Whether no wall is on the squares over which the piece of a target reaches.
  > local Piece, Target = require "@items.weapons.piece", require "@items.weapons.target"
  > local target = Target(nil, Piece(Vec(1, 0), Vec(1, 0)), 1, "NO")
  > print(require("@items.weapons.chains.utils").canReach(target, {})) --> true

weapons.chains.utils.isLowestIndex(target: table, targets: table[]): boolean
  Whether no target has a lower index.
  > local Piece, Target = require "@items.weapons.piece", require "@items.weapons.target"
  > local target = Target(nil, Piece(Vec(1, 0), Vec(1, 0)), 1, "NO")
  > print(require("@items.weapons.chains.utils").isLowestIndex(target, { target })) --> true

weapons.chains.utils.filter(fn: fun(targets: table[]): table[]): function
  Makes a handler of a function that returns a list of targets for a list.
  > local utils, filters = require "@items.weapons.chains.utils", require "@items.weapons.chains.filters"
  > local event = { targets = {} }
  > utils.filter(filters.Nil)(event)
  > print(#event.targets) --> 0
]==]
