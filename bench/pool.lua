-- COUNT draws from a pool of RECORDS records; INFINITE or not; from the root, or from one of SUBPOOLS siblings.
local Record = require(INFINITE and "@items.pool.infinite.record" or "@items.pool.record")
local Pool = require(INFINITE and "@items.pool.infinite.pool" or "@items.pool.pool")
local records, subpools = {}, {}
for i = 1, RECORDS do
  records[i] = Record(i, 1 + i % 7, QUANTITY)
end
for i = 1, SUBPOOLS do
  local ids = {}
  for id = i, RECORDS, SUBPOOLS do
    ids[#ids + 1] = id
  end
  subpools[i] = { ids = ids }
end
-- A variable of the mod, so that it is there still when memory is looked at.
pool = Pool(records, { subpools = subpools })
local drawn = BELOW and pool.subpools[3] or pool
for _ = 1, COUNT do
  drawn:getRandom()
end
if REFRESH then
  pool:exhaust()
end
