-- What mods say of a pool, read into plans (see pools/tree): the records, and which nodes hold what.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local table_cache = import "core/border/table_cache"
local records = import "pools/records"
local typos = import "core/typos"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local is_table, length = table_cache.is_table, table_cache.length
local shown = import("core/sandbox/text").shown
local check_id, check_mass, check_quantity, weighing =
  records.check_id, records.check_mass, records.check_quantity, records.weighing
local create = table.create
local sub = string.sub
local format, ipairs, next = string.format, ipairs, next

local M = {}

local ENTRY, NODE = typos.names "id mass", typos.names "ids subpools"

local MOST_DEPTH, MOST_NODES, MOST_ENTRIES = 16, 10000, 1000000

-- The entries of a list, { id = …, mass = … or nil } or the id alone: calls `take` with the id, which is not checked yet,
-- the mass and what messages call the id.
function M.each_entry(list, path, take)
  if not is_table(list) then
    raise(format("%s is %s: must be a list of ids, or of { id = …, mass = … }", path, shown(list)))
  end
  local count = length(list)
  if count == 0 and next(list) ~= nil then
    raise(format("%s has fields and no elements: must be a list, such as { { id = 1, mass = 2 } }", path))
  end
  for i = 1, count do
    local entry, place = list[i], format("%s[%d]", path, i)
    local own = proxies.original(entry) or entry
    if is_table(entry) and not class.of(own) and not class.is_class(own) then
      local mass = entry.mass
      if mass == nil then
        typos.check(entry, ENTRY, place)
      end
      take(entry.id, mass ~= nil and check_mass(mass, place .. ".mass") or nil, place .. ".id")
    else
      take(entry, nil, place)
    end
  end
end

-- Ids, number_of, masses and quantities (nil when infinite) of a list of records. Those with the same id become one.
local function read_records(list, infinite, name)
  if not is_table(list) then
    raise(format("%s: the records are %s: must be a list", name, shown(list)))
  end
  local count, n = length(list), 0
  local ids, number_of, masses = create(count), {}, create(count)
  local quantities = not infinite and create(count) or nil
  for i = 1, count do
    local record = list[i]
    local shared = is_table(record) and (infinite and record or record.shared)
    if not is_table(shared) or infinite and is_table(shared.shared) then
      raise(format("%s: record %d is %s: must be what %s gives", name, i, shown(record),
        infinite and "InfRecord(id, mass)" or "Record(id, mass, q)"))
    end
    local id = check_id(shared.id, format("%s: the id of record %d", name, i))
    local mass = check_mass(record.mass, format("%s: the mass of record %d", name, i))
    local quantity = 1
    if not infinite then
      quantity = check_quantity(shared.q, format("%s: the quantity of record %d", name, i))
    end
    local known = number_of[id]
    if known then
      if quantities and quantities[known] ~= quantity then
        raise(format("%s: record %d has the id %s and the quantity %d: an earlier record of that id has the quantity %d",
          name, i, shown(id), quantity, quantities[known]))
      end
      masses[known] = weighing(masses[known] + mass, quantity)
    else
      n = n + 1
      ids[n], number_of[id], masses[n] = id, n, weighing(mass, quantity)
      if quantities then
        quantities[n] = quantity
      end
    end
  end
  return ids, number_of, masses, quantities
end

-- The records and the plan of what the constructor of a pool was given.
function M.read(list, config, infinite, name)
  local ids, number_of, masses, quantities = read_records(list, infinite, name)
  local nodes, entries = 0, 0

  local function read_ids(given, path)
    local numbers, own, position_of = {}, {}, {}
    M.each_entry(given, name .. ": " .. path, function(id, mass, place)
      local number = number_of[check_id(id, place)]
      if not number then
        raise(format("%s is %s: no record of the pool has that id", place, shown(id)))
      end
      mass = weighing(mass or masses[number], quantities and quantities[number] or 1)
      local position = position_of[number]
      if position then
        own[position] = own[position] + mass
      else
        position = #numbers + 1
        numbers[position], own[position], position_of[number] = number, mass, position
      end
    end)
    entries = entries + #numbers
    if entries > MOST_ENTRIES then
      raise(format("%s: the subpools have more than %d entries", name, MOST_ENTRIES))
    end
    return numbers, own
  end

  local function read_children(node, path, depth)
    local children, subpools = {}, node.subpools
    typos.check(node, NODE, name .. ": " .. (path == "" and "the config" or sub(path, 1, -2)))
    if subpools == nil then
      return children
    elseif not is_table(subpools) then
      raise(format("%s: %ssubpools is %s: must be a list", name, path, shown(subpools)))
    elseif depth > MOST_DEPTH then
      raise(format("%s: subpools are nested more than %d deep", name, MOST_DEPTH))
    end
    for i = 1, length(subpools) do
      local child, place = subpools[i], format("%ssubpools[%d]", path, i)
      nodes = nodes + 1
      if nodes > MOST_NODES then
        raise(format("%s: there are more than %d subpools", name, MOST_NODES))
      elseif not is_table(child) then
        raise(format("%s: %s is %s: must be a table with ids", name, place, shown(child)))
      end
      local plan = { title = place }
      if child.ids == nil and infinite then
        plan.masses = masses
      elseif child.ids == nil then
        raise(format("%s: %s has no ids: must list the ids of its records", name, place))
      else
        plan.records, plan.masses = read_ids(child.ids, place .. ".ids")
      end
      plan.children = read_children(child, place .. ".", depth + 1)
      children[i] = plan
    end
    return children
  end

  if config == nil then
    config = {}
  elseif not is_table(config) then
    raise(format("%s: the config is %s: must be a table", name, shown(config)))
  end
  local plan = { title = "the pool", masses = masses }
  if infinite and config.ids ~= nil and config.ids ~= list then
    plan.records, plan.masses = read_ids(config.ids, "ids")
  end
  plan.children = read_children(config, "", 1)
  return ids, number_of, quantities, plan
end

-- The records of a list of tuples, as createPool takes them, and subpools, at which is looked later.
function M.from_tuples(list, subpools, make, name)
  if not is_table(list) then
    raise(format("%s: the tuples are %s: must be a list", name, shown(list)))
  elseif subpools ~= nil and not is_table(subpools) then
    raise(format("%s: the subpools are %s: must be a list", name, shown(subpools)))
  end
  local made = {}
  for i = 1, length(list) do
    local tuple = list[i]
    if not is_table(tuple) then
      raise(format("%s: record %d is %s: must be a tuple such as { 1, 1, 1 }", name, i, shown(tuple)))
    end
    made[i] = make(tuple[1], tuple[2], tuple[3])
  end
  return made
end

return M
