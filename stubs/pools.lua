---@meta
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---A subpool of a pool of your own.
---@class pools.PoolNode
---@field ids table? ids of records, each alone or as `{ id = …, mass = … }` for another mass; left out in an InfPool for all
---@field subpools pools.PoolNode[]? what is below it

---What a pool of your own is like.
---@class pools.PoolConfig
---@field ids table? in an InfPool: the ids of the records that it holds itself; left out for all
---@field subpools pools.PoolNode[]? what is below it

do
---A tree of records that are used up. The chance of a record is its mass times its quantity, by the sum of that.
---@class pools.Pool
---@field totalMass number The sum of masses times quantities of what is left.
---@field subpools pools.Pool[] What is below it.
---@field parent pools.Pool? What it is below; nil for a root.
---@overload fun(records: table[], config: pools.PoolConfig?, randomness: (fun(): number)?): pools.Pool
local Pool = {}

---Takes a record and gives its id.
---* refused: there must be something left
---@return any
function Pool:getRandom() end

---When nothing is left, gives back what the node holds and answers true; else false.
---@return boolean
function Pool:exhaust() end

end

do
---A tree of records in which nothing is ever used up. The chance of a record is its mass by the sum of all masses.
---@class pools.InfPool
---@field totalMass number The sum of the masses.
---@field subpools pools.InfPool[] What is below it.
---@field parent pools.InfPool? What it is below; nil for a root.
---@overload fun(records: table[], config: pools.PoolConfig?, randomness: (fun(): number)?): pools.InfPool
local InfPool = {}

---The id of a record.
---* refused: there must be something to draw
---@return any
function InfPool:getRandom() end

end

Pools = {}

Pools.poolTypes = {}

---The type of pools whose records are used up.
---@type table
Pools.poolTypes.normal = nil

---The type of pools in which nothing is ever used up.
---@type table
Pools.poolTypes.infinite = nil

---A new root over a plain list; the ids are the positions in it, and what the list gets later is there, too.
---* refused: the name must be none that there is, no number, and without ".", "*" and "~"
---@param name string
---@param items table
---@param type table `Pools.poolTypes.normal` or `Pools.poolTypes.infinite`
function Pools.registerRootPool(name, items, type) end

---A new subpool: (path, config), where the last segment of the path is its name, or (path of the parents, name, config).
---* refused: there must be what the path names
---* refused: a path without a star must be new
---@param path string `*` stands for all subpools there, and for those that come later
---@param name any a name, or the config; nil before a config for a subpool that goes by its number
---@param config? table a list of ids, each alone or as `{ id = …, mass = … }`
function Pools.registerSubpool(path, name, config) end

---Puts something into a subpool, or into all that a path with stars means, now and later.
---* refused: to a root nothing can be added
---@param path string
---@param id any a position in the list of the root, an element of it, the id of something registered, or a thing itself
---@param mass? number 1 when left out, from 0 on
function Pools.addToSubpool(path, id, mass) end

---What `~` means at a depth of a root.
---* refused: there must be such a root and such a subpool
---@param root string
---@param depth integer 1 for the first level
---@param name? string | integer the name or the number of a subpool there; nil for nothing
function Pools.setCurrent(root, depth, name) end

---Draws from the pools of the game, which all mods share: the position of what is in the list, or what other dialects registered. When nothing is left, what the subpool holds comes back first.
---* refused: a path with a star means no single pool
---* refused: there must be something to draw
---@param path string `~` stands for what is current
---@return any
function Pools.drawFromPool(path) end

---A pool of your own of what is registered now under the root of a path.
---@param path string
---@return pools.Pool | pools.InfPool
function Pools.instantiatePool(path) end

---The pool of a path in a table of your own pools, refreshed when it was empty.
---* refused: there must be a pool with such a subpool
---@param path string
---@param pools table pools by the numbers of their roots: 1 for `e`, 2 for `i`
---@return pools.Pool | pools.InfPool
function Pools.drawSubpool(path, pools) end

---Keeps a pool in such a table.
---* refused: there must be a root of that name
---* refused: the pool must have no parent
---@param name string
---@param pool pools.Pool | pools.InfPool
---@param pools table
function Pools.setPoolInListByName(name, pool, pools) end

---A record for a Pool.
---@param id any a whole number, the id of something registered, or the thing itself
---@param mass number from 0 on
---@param q integer how many there are
---@return table
local function Record(id, mass, q) end

---A record for an InfPool.
---@param id any
---@param mass number
---@return table
local function InfRecord(id, mass) end

---A pool of `{ id, mass, q }` each.
---@param tuples table[]
---@param subpools? pools.PoolNode[]
---@return pools.Pool
local function createPool(tuples, subpools) end

---A pool of `{ id, mass }` each.
---@param tuples table[]
---@param subpools? pools.PoolNode[]
---@return pools.InfPool
local function createInfPool(tuples, subpools) end
