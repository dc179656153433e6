-- Pools: what gives records at random, by trees that all mods share.
return [==[
examples
  Examples run at the start of a game, in a mod that speaks this dialect alone and knows of the mod `critters`.

Pools.poolTypes.normal: table
  The type of pools whose records are used up.
  > Pools.registerRootPool("gems", { "opal", "ruby" }, Pools.poolTypes.normal)
  > Pools.registerSubpool("gems.cave", { 1, 2 })
  > print(Pools.drawFromPool "gems.cave" + Pools.drawFromPool "gems.cave") --> 3

Pools.poolTypes.infinite: table
  The type of pools in which nothing is ever used up.
  > Pools.registerRootPool("ores", { "tin" }, Pools.poolTypes.infinite)
  > Pools.registerSubpool("ores.cave", { 1 })
  > print(Pools.drawFromPool "ores.cave", Pools.drawFromPool "ores.cave") --> 1 1

Pools.registerRootPool(name: string, items: table, type: table) -- within
  A new root over a plain list; the ids are the positions in it, and what the list gets later is there, too.
  - type: `Pools.poolTypes.normal` or `Pools.poolTypes.infinite`
  ! the name must be none that there is, no number, and without ".", "*" and "~"
  > local metals = { "copper", "tin", "gold" }
  > Pools.registerRootPool("metal", metals, Pools.poolTypes.infinite)
  > Pools.registerSubpool("metal.hills", { { id = 3, mass = 2 } })
  > print(metals[Pools.drawFromPool "metal.hills"]) --> gold

Pools.registerSubpool(path: string, name: any, config: table?) -- within
  A new subpool: (path, config), where the last segment of the path is its name, or (path of the parents, name, config).
  - path: `*` stands for all subpools there, and for those that come later
  - name: a name, or the config; nil before a config for a subpool that goes by its number
  - config: a list of ids, each alone or as `{ id = …, mass = … }`
  ! there must be what the path names
  ! a path without a star must be new
  > Pools.registerRootPool("fish", { "cod", "eel" }, Pools.poolTypes.infinite)
  > Pools.registerSubpool("fish.pond", { 2 })
  > Pools.registerSubpool("fish", "sea", { { id = 1, mass = 2 } })
  > print(Pools.drawFromPool "fish.pond", Pools.drawFromPool "fish.sea") --> 2 1

Pools.addToSubpool(path: string, id: any, mass: number?) -- within
  Puts something into a subpool, or into all that a path with stars means, now and later.
  - id: a position in the list of the root, an element of it, the id of something registered, or a thing itself
  - mass: 1 when left out, from 0 on
  ! to a root nothing can be added
  > Pools.registerSubpool "i.odd"
  > Pools.addToSubpool("i.odd", "critters.ring", 3)
  > print(Pools.drawFromPool "i.odd" == Pools.drawFromPool "i.odd") --> true

Pools.setCurrent(root: string, depth: integer, name: string | integer | nil)
  What `~` means at a depth of a root.
  - depth: 1 for the first level
  - name: the name or the number of a subpool there; nil for nothing
  ! there must be such a root and such a subpool
  > Pools.setCurrent("i", 1, "rare")
  > print(Pools.drawFromPool "i.~.weapon" == Pools.drawFromPool "i.rare.weapon") --> true

Pools.drawFromPool(path: string): any -- within
  Draws from the pools of the game, which all mods share: the position of what is in the list, or what other dialects
  registered. When nothing is left, what the subpool holds comes back first.
  - path: `~` stands for what is current
  ! a path with a star means no single pool
  ! there must be something to draw
  > print(math.type(Pools.drawFromPool "e.z1.f1.enemy")) --> integer

Pools.instantiatePool(path: string): Pool | InfPool -- within
  A pool of your own of what is registered now under the root of a path.
  > print(#Pools.instantiatePool("e").subpools) --> 2

Pools.drawSubpool(path: string, pools: table): Pool | InfPool -- within
  The pool of a path in a table of your own pools, refreshed when it was empty.
  - pools: pools by the numbers of their roots: 1 for `e`, 2 for `i`
  ! there must be a pool with such a subpool
  > local pools = { nil, Pools.instantiatePool "i" }
  > print(Pools.drawSubpool("i.rare.weapon", pools).totalMass) --> 1

Pools.setPoolInListByName(name: string, pool: Pool | InfPool, pools: table) -- within
  Keeps a pool in such a table.
  ! there must be a root of that name
  ! the pool must have no parent
  > local pools = {}
  > Pools.setPoolInListByName("i", Pools.instantiatePool "i", pools)
  > print(pools[2].parent) --> nil

record PoolNode
  A subpool of a pool of your own.
  ids: table?, ids of records, each alone or as `{ id = …, mass = … }` for another mass; left out in an InfPool for all
  subpools: PoolNode[]?, what is below it

record PoolConfig
  What a pool of your own is like.
  ids: table?, in an InfPool: the ids of the records that it holds itself; left out for all
  subpools: PoolNode[]?, what is below it

class Pool
  = Pools.instantiatePool "i"
  A tree of records that are used up. The chance of a record is its mass times its quantity, by the sum of that.
  > local Pool, Record = require "@items.pool.pool", require "@items.pool.record"
  > local pool = Pool({ Record(1, 1, 2), Record(2, 3, 1) }, { subpools = { { ids = { 1 } } } })
  > print(pool.totalMass, pool.subpools[1].totalMass, pool.subpools[1]:getRandom()) --> 5 2 1

Pool(records: table[], config: PoolConfig?, randomness: (fun(): number)?): Pool -- within
  A pool of records.
  - randomness: gives numbers from 0 to below 1; else your mod's stream decides
  ! records must be what `Record(id, mass, q)` gives
  ! ids must be those of records
  > local Pool, Record = require "@items.pool.pool", require "@items.pool.record"
  > print(Pool({ Record("rat", 2, 1) }).totalMass) --> 2

Pool.totalMass: number
  The sum of masses times quantities of what is left.

Pool.subpools: Pool[]
  What is below it.

Pool.parent: Pool?
  What it is below; nil for a root.

Pool:getRandom(): any -- within
  Takes a record and gives its id.
  ! there must be something left
  > local Pool, Record = require "@items.pool.pool", require "@items.pool.record"
  > print(Pool({ Record("rat", 2, 1) }):getRandom()) --> rat

Pool:exhaust(): boolean -- within
  When nothing is left, gives back what the node holds and answers true; else false.
  > local Pool, Record = require "@items.pool.pool", require "@items.pool.record"
  > local pool = Pool { Record("rat", 2, 1) }
  > print(pool:exhaust(), pool:getRandom(), pool:exhaust(), pool.totalMass) --> false rat true 2

class InfPool
  = Pools.instantiatePool "e"
  A tree of records in which nothing is ever used up. The chance of a record is its mass by the sum of all masses.
  > local InfPool, InfRecord = require "@items.pool.infinite.pool", require "@items.pool.infinite.record"
  > local pool = InfPool({ InfRecord(1, 1) }, { subpools = { {} } })
  > print(pool:getRandom(), pool:getRandom(), pool.subpools[1].totalMass) --> 1 1 1

InfPool(records: table[], config: PoolConfig?, randomness: (fun(): number)?): InfPool -- within
  A pool of records.
  - randomness: gives numbers from 0 to below 1; else your mod's stream decides
  ! records must be what `InfRecord(id, mass)` gives
  > local InfPool, InfRecord = require "@items.pool.infinite.pool", require "@items.pool.infinite.record"
  > print(InfPool({ InfRecord("rat", 2) }).totalMass) --> 2

InfPool.totalMass: number
  The sum of the masses.

InfPool.subpools: InfPool[]
  What is below it.

InfPool.parent: InfPool?
  What it is below; nil for a root.

InfPool:getRandom(): any -- within
  The id of a record.
  ! there must be something to draw
  > local InfPool, InfRecord = require "@items.pool.infinite.pool", require "@items.pool.infinite.record"
  > print(InfPool({ InfRecord("rat", 2) }):getRandom()) --> rat

Record(id: any, mass: number, q: integer): table -- within
  A record for a Pool.
  - id: a whole number, the id of something registered, or the thing itself
  - mass: from 0 on
  - q: how many there are
  > local record = require "@items.pool.record"(7, 1, 2)
  > print(record.shared.id, record.shared.q, record.mass) --> 7 2 1

InfRecord(id: any, mass: number): table -- within
  A record for an InfPool.
  > print(require "@items.pool.infinite.record"(7, 2).mass) --> 2

createPool(tuples: table[], subpools: PoolNode[]?): Pool -- within
  A pool of `{ id, mass, q }` each.
  > local create = require "@items.pool.create"
  > print(create({ { 1, 1, 2 }, { 2, 3, 1 } }, { { ids = { 2 } } }).subpools[1].totalMass) --> 3

createInfPool(tuples: table[], subpools: PoolNode[]?): InfPool -- within
  A pool of `{ id, mass }` each.
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
