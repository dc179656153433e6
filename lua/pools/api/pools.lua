-- Pools give records at random: trees of records that all mods share.
return [==[
examples
  Examples run at the start of a game, in a mod that uses only this dialect and depends on the mod `critters`.

Pools.poolTypes.normal: table
  The type of finite pools: a draw uses up a record.
  > Pools.registerRootPool("gems", { "opal", "ruby" }, Pools.poolTypes.normal)
  > Pools.registerSubpool("gems.cave", { 1, 2 })
  > print(Pools.drawFromPool "gems.cave" + Pools.drawFromPool "gems.cave") --> 3

Pools.poolTypes.infinite: table
  The type of infinite pools: a draw changes nothing.
  > Pools.registerRootPool("ores", { "tin" }, Pools.poolTypes.infinite)
  > Pools.registerSubpool("ores.cave", { 1 })
  > print(Pools.drawFromPool "ores.cave", Pools.drawFromPool "ores.cave") --> 1 1

Pools.registerRootPool(name: string, items: table, type: any)
  Register a root pool over a plain list. Its ids are the positions in the list. Elements that are
  added later belong to it, too.
  - type: `Pools.poolTypes.normal` or `Pools.poolTypes.infinite`
  ! the name must be new, must not be a number, and must not contain ".", "*" and "~"
  > local metals = { "copper", "tin", "gold" }
  > Pools.registerRootPool("metal", metals, Pools.poolTypes.infinite)
  > Pools.registerSubpool("metal.hills", { { id = 3, mass = 2 } })
  > print(metals[Pools.drawFromPool "metal.hills"]) --> gold

Pools.registerSubpool(path: string, name: any, config: table?)
  Register a subpool: (path, config), where the last segment of the path is its name, or (path of the parents, name,
  config).
  - path: `*` stands for all subpools at that level, and for those that come later
  - name: a name, or the config; nil before a config for a subpool that has only a number
  - config: a list of ids, each alone or as `{ id = …, mass = … }`
  ! the parents must exist
  ! the subpool of a path without stars must be new
  > Pools.registerRootPool("fish", { "cod", "eel" }, Pools.poolTypes.infinite)
  > Pools.registerSubpool("fish.pond", { 2 })
  > Pools.registerSubpool("fish", "sea", { { id = 1, mass = 2 } })
  > print(Pools.drawFromPool "fish.pond", Pools.drawFromPool "fish.sea") --> 2 1

Pools.addToSubpool(path: string, id: any, mass: number?)
  Add an entry to a subpool. A path with stars adds it to all subpools that match, and to those that come later.
  - id: a position in the list of the root, an element of the list, the id of a registered object, or the object itself
  - mass: 0 or more; 1 by default
  ! the path must name a subpool, not a root
  > Pools.registerSubpool "i.odd"
  > Pools.addToSubpool("i.odd", "critters.ring", 3)
  > print(Pools.drawFromPool "i.odd" == Pools.drawFromPool "i.odd") --> true

Pools.setCurrent(root: string, depth: integer 1..16, name: string | integer | nil)
  Set the current subpool at a depth of a root, which `~` names in paths.
  - depth: 1 for the first level
  - name: the name or the number of a subpool at that depth; nil for the first, as at the start of a game
  ! there must be such a root and such a subpool
  > Pools.setCurrent("i", 1, "rare")
  > print(Pools.drawFromPool "i.~.weapon" == Pools.drawFromPool "i.rare.weapon") --> true

Pools.drawFromPool(path: string): any -- within
  Draw from the pools of the game, which all mods share. An exhausted subpool is refreshed first.
  - path: `~` stands for the current subpool
  - result: a position in the list of the root, or an object that another dialect registered
  ! the path must not have stars
  ! the subpool must have a record with a mass above 0
  > print(math.type(Pools.drawFromPool "e.z1.f1.enemy")) --> integer

Pools.instantiatePool(path: string): Pool | InfPool
  Return a pool of your own, made of what is registered now under the root of a path.
  > print(#Pools.instantiatePool("e").subpools) --> 2

Pools.drawSubpool(path: string, pools: table): Pool | InfPool
  Return the subpool of a path in a table of your own pools. An exhausted subpool is refreshed first.
  - pools: pools by the numbers of their roots: 1 for `e`, 2 for `i`
  ! the table must have a pool with such a subpool
  > local pools = { nil, Pools.instantiatePool "i" }
  > print(Pools.drawSubpool("i.rare.weapon", pools).totalMass) --> 1

Pools.setPoolInListByName(name: string, pool: Pool | InfPool, pools: table)
  Put a pool of your own into such a table, at the number of a root.
  ! there must be a root of that name
  ! the pool must have no parent
  ! a pool of `Pools.instantiatePool` must be of that root
  > local pools = {}
  > Pools.setPoolInListByName("i", Pools.instantiatePool "i", pools)
  > print(pools[2].parent) --> nil

record PoolNode -- warned
  A subpool of a pool of your own.
  ids: table?, ids of records, each alone or as `{ id = …, mass = … }`; in an InfPool all records by default
  subpools: table?, its subpools: a list of PoolNode

record PoolConfig -- warned
  The structure of a pool of your own.
  ids: table?, in an InfPool the ids of the records that its root holds; all records by default
  subpools: table?, its subpools: a list of PoolNode

class Pool
  = Pools.instantiatePool "i"
  A tree of records that draws use up. The chance of a record is its mass times its quantity, divided by the sum of
  these products.
  > local Pool, Record = require "@items.pool.pool", require "@items.pool.record"
  > local pool = Pool({ Record(1, 1, 2), Record(2, 3, 1) }, { subpools = { { ids = { 1 } } } })
  > print(pool.totalMass, pool.subpools[1].totalMass, pool.subpools[1]:getRandom()) --> 5 2 1

Pool(records: table, config: PoolConfig?, randomness: (fun(): number)?): Pool
  Create a pool of records.
  - randomness: a function that returns numbers from 0 to below 1; by default the pool draws from the stream of your mod
  ! each record must be the result of `Record(id, mass, q)`
  ! each id must be the id of a record
  > local Pool, Record = require "@items.pool.pool", require "@items.pool.record"
  > print(Pool({ Record("rat", 2, 1) }).totalMass) --> 2

Pool.totalMass: number
  The sum of mass times quantity of all records that are left.

Pool.subpools: Pool[]
  The pools below this one.

Pool.parent: Pool?
  The pool above this one; nil for a root.

Pool:getRandom(): any -- within
  Draw a record and return its id.
  ! there must be a record left
  > local Pool, Record = require "@items.pool.pool", require "@items.pool.record"
  > print(Pool({ Record("rat", 2, 1) }):getRandom()) --> rat

Pool:exhaust(): boolean -- within
  Restore the quantities of an exhausted pool; return whether it was exhausted.
  > local Pool, Record = require "@items.pool.pool", require "@items.pool.record"
  > local pool = Pool { Record("rat", 2, 1) }
  > print(pool:exhaust(), pool:getRandom(), pool:exhaust(), pool.totalMass) --> false rat true 2

class InfPool
  = Pools.instantiatePool "e"
  A tree of records that draws do not use up. The chance of a record is its mass divided by the sum of all masses.
  > local InfPool, InfRecord = require "@items.pool.infinite.pool", require "@items.pool.infinite.record"
  > local pool = InfPool({ InfRecord(1, 1) }, { subpools = { {} } })
  > print(pool:getRandom(), pool:getRandom(), pool.subpools[1].totalMass) --> 1 1 1

InfPool(records: table, config: PoolConfig?, randomness: (fun(): number)?): InfPool
  Create an infinite pool of records.
  - randomness: a function that returns numbers from 0 to below 1; by default the pool draws from the stream of your mod
  ! each record must be the result of `InfRecord(id, mass)`
  > local InfPool, InfRecord = require "@items.pool.infinite.pool", require "@items.pool.infinite.record"
  > print(InfPool({ InfRecord("rat", 2) }).totalMass) --> 2

InfPool.totalMass: number
  The sum of all masses.

InfPool.subpools: InfPool[]
  The pools below this one.

InfPool.parent: InfPool?
  The pool above this one; nil for a root.

InfPool:getRandom(): any -- within
  Return the id of a random record.
  ! there must be a record with a mass above 0
  > local InfPool, InfRecord = require "@items.pool.infinite.pool", require "@items.pool.infinite.record"
  > print(InfPool({ InfRecord("rat", 2) }):getRandom()) --> rat

Record(id: any, mass: number, q: integer): table -- within
  Create a record for a Pool.
  - id: a whole number, the id of a registered object, or the object itself
  - mass: 0 or more
  - q: its quantity
  > local record = require "@items.pool.record"(7, 1, 2)
  > print(record.shared.id, record.shared.q, record.mass) --> 7 2 1

InfRecord(id: any, mass: number): table -- within
  Create a record for an InfPool.
  > print(require "@items.pool.infinite.record"(7, 2).mass) --> 2

createPool(tuples: table, subpools: table?): Pool
  Create a pool from a list of `{ id, mass, q }`.
  > local create = require "@items.pool.create"
  > print(create({ { 1, 1, 2 }, { 2, 3, 1 } }, { { ids = { 2 } } }).subpools[1].totalMass) --> 3

createInfPool(tuples: table, subpools: table?): InfPool
  Create an infinite pool from a list of `{ id, mass }`.
  > local create = require "@items.pool.infinite.create"
  > print(create({ { 1, 1 }, { 2, 3 } }).totalMass) --> 4

module "game.pools": Pools
module "@items.pool.pool": Pool -- local
module "@items.pool.record": Record -- local
module "@items.pool.create": createPool -- local
module "@items.pool.infinite.pool": InfPool -- local
module "@items.pool.infinite.record": InfRecord -- local
module "@items.pool.infinite.create": createInfPool -- local
]==]
