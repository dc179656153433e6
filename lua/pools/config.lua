-- Reads the arguments of Pool and InfPool into the plan of a tree (see pools/tree).

local import, py = ...
local class = import "core/class"
local errors = import "core/errors"
local table_cache = import "core/border/table_cache"
local records = import "pools/records"
local signatures = import "core/border/signatures"
local typos = import "core/typos"
local proxies = import "core/sandbox/proxies"

local is_table, length = table_cache.is_table, table_cache.length
local shown = import("core/sandbox/text").shown
local fail = errors.fail
local check_id, check_mass, check_quantity, summable =
  records.check_id, records.check_mass, records.check_quantity, records.summable

local M = {}

local ENTRY_FIELDS = typos.names "id mass"

local MAX_DEPTH, MAX_NODES, MAX_ENTRIES = 16, 10000, 1000000

-- Calls visit(id, mass or nil, path of the id) for each entry of a list: { id = …, mass = … }, or the id alone. The id
-- is not checked yet. `needs_mass`: an entry that is a table must have a mass.
function M.each_entry(list, path, visit, needs_mass)
  if not is_table(list) then
    fail("%s is %s: must be a list of ids, or of { id = …, mass = … }", path, shown(list))
  end
  local count = length(list)
  if count == 0 and next(list) ~= nil then
    fail("%s has fields and no elements: must be a list, such as { { id = 1, mass = 2 } }", path)
  end
  for i = 1, count do
    local entry, entry_path = list[i], string.format("%s[%d]", path, i)
    local original = proxies.original(entry) or entry
    if is_table(entry) and not class.of(original) and not class.is_class(original) then
      local mass = entry.mass
      if mass == nil then
        typos.check(entry, ENTRY_FIELDS, entry_path)
        if needs_mass then
          fail("%s has no mass: must be { id = …, mass = … }, or the id alone", entry_path)
        end
      end
      if entry.q ~= nil then
        local file, line = errors.where()
        py.warn(entry_path .. " has a q, which the host does not use: the quantity of a record is the same in all "
          .. "subpools, 1 in registered pools, and else that of Record(id, mass, q)", file, line)
      end
      visit(entry.id, mass ~= nil and check_mass(mass, entry_path .. ".mass") or nil, entry_path .. ".id")
    else
      visit(entry, nil, entry_path)
    end
  end
end

-- Reads a record: id, mass and quantity, which is 1 in infinite pools.
local function read_record(record, infinite, name, i)
  local shared = is_table(record) and (infinite and record or record.shared)
  if not is_table(shared) or infinite and is_table(shared.shared) then
    fail("%s: record %d is %s: must be the result of %s", name, i, shown(record),
      infinite and "InfRecord(id, mass)" or "Record(id, mass, q)")
  end
  return check_id(shared.id, string.format("%s: the id of record %d", name, i)),
    check_mass(record.mass, string.format("%s: the mass of record %d", name, i)),
    infinite and 1 or check_quantity(shared.q, string.format("%s: the quantity of record %d", name, i))
end

-- Reads a list of records into ids, number_of, masses and quantities (nil when infinite). Records with the same id
-- become one record.
local function read_records(list, infinite, name)
  local count, n = length(list), 0
  local ids, number_of, masses = table.create(count), {}, table.create(count)
  local quantities = not infinite and table.create(count) or nil
  for i = 1, count do
    local id, mass, quantity = read_record(list[i], infinite, name, i)
    local number = number_of[id]
    if not number then
      n = n + 1
      ids[n], number_of[id], masses[n] = id, n, summable(mass, quantity)
      if quantities then
        quantities[n] = quantity
      end
    elseif quantities and quantities[number] ~= quantity then
      fail("%s: record %d has the id %s and the quantity %d: an earlier record of that id has the quantity %d", name, i,
        shown(id), quantity, quantities[number])
    else
      masses[number] = summable(masses[number] + mass, quantity)
    end
  end
  return ids, number_of, masses, quantities
end

-- Reads the arguments of a constructor; returns the records as above, and the plan of the root.
function M.read(list, config, infinite, name)
  local ids, number_of, masses, quantities = read_records(list, infinite, name)
  local node_count, entry_count = 0, 0

  -- The record numbers and masses of a list of ids.
  local function read_ids(id_list, path)
    local numbers, own_masses, position_of = {}, {}, {}
    M.each_entry(id_list, name .. ": " .. path, function(id, mass, id_path)
      local number = number_of[check_id(id, id_path)]
      if not number then
        fail("%s is %s: no record of the pool has that id", id_path, shown(id))
      end
      mass = summable(mass or masses[number], quantities and quantities[number] or 1)
      local position = position_of[number]
      if position then
        own_masses[position] = own_masses[position] + mass
      else
        position = #numbers + 1
        numbers[position], own_masses[position], position_of[number] = number, mass, position
      end
    end, true)
    entry_count = entry_count + #numbers
    if entry_count > MAX_ENTRIES then
      fail("%s: the subpools have more than %d entries", name, MAX_ENTRIES)
    end
    return numbers, own_masses
  end

  local read_children

  local function read_child(child, path, depth)
    node_count = node_count + 1
    if node_count > MAX_NODES then
      fail("%s: there are more than %d subpools", name, MAX_NODES)
    end
    signatures.check("pools", "PoolNode", child, path, name)
    local plan = { title = path, masses = masses }
    if child.ids ~= nil then
      plan.records, plan.masses = read_ids(child.ids, path .. ".ids")
    elseif not infinite then
      fail("%s: %s has no ids: must list the ids of its records", name, path)
    end
    plan.children = read_children(child, path .. ".", depth + 1)
    return plan
  end

  function read_children(node, path, depth)
    local children, subpools = {}, node.subpools or {}
    local count = length(subpools)
    if count > 0 and depth > MAX_DEPTH then
      fail("%s: subpools are nested more than %d deep", name, MAX_DEPTH)
    end
    for i = 1, count do
      children[i] = read_child(subpools[i], string.format("%ssubpools[%d]", path, i), depth)
    end
    return children
  end

  config = config or {}
  local plan = { title = "the pool", masses = masses }
  if infinite and config.ids ~= nil and config.ids ~= list then
    plan.records, plan.masses = read_ids(config.ids, "ids")
  end
  plan.children = read_children(config, "", 1)
  return ids, number_of, quantities, plan
end

-- Makes records of a list of tuples.
function M.from_tuples(tuples, make_record, name)
  local list = {}
  for i = 1, length(tuples) do
    local tuple = tuples[i]
    if not is_table(tuple) then
      fail("%s: record %d is %s: must be a tuple such as { 1, 1, 1 }", name, i, shown(tuple))
    end
    list[i] = make_record(tuple[1], tuple[2], tuple[3])
  end
  return list
end

return M
