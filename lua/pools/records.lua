-- Records of pools, and the checks of their ids, masses and quantities.

local import = ...
local fail = import("core/errors").fail
local open = import("core/border/handles").open
local shown = import("core/sandbox/text").shown

local M = {}

-- Masses are finite, and so is every sum of them.
local MAX_MASS, MAX_QUANTITY = 1e100, 1 << 31
-- Weights up to this one stay whole numbers in all sums.
local MAX_WHOLE = 1 << 40

-- Returns an id that a pool may give: a number, a text, or a handle of another dialect.
function M.check_id(id, path)
  local whole = math.type(id) and math.tointeger(id)
  if whole or type(id) == "string" and id ~= "" or open(id) then
    return whole or id
  end
  fail("%s is %s: must be a whole number, the id of a registered object, or the object itself", path, shown(id))
end

function M.check_mass(mass, path)
  if not (math.type(mass) and mass >= 0 and mass <= MAX_MASS) then
    fail("%s is %s: must be a number from 0 to %g", path, shown(mass), MAX_MASS)
  end
  return math.tointeger(mass) or mass
end

function M.check_quantity(quantity, path)
  local whole = math.type(quantity) and math.tointeger(quantity)
  if not (whole and whole >= 0 and whole <= MAX_QUANTITY) then
    fail("%s is %s: must be a whole number from 0 to %d", path, shown(quantity), MAX_QUANTITY)
  end
  return whole
end

-- Returns a mass whose product with the quantity can be summed without loss: large masses become floats.
function M.summable(mass, quantity)
  if math.type(mass) == "integer" and mass * 1.0 * quantity > MAX_WHOLE then
    return mass + 0.0
  end
  return mass
end

function M.record(id, mass, quantity)
  mass, quantity = M.check_mass(mass, "Record: mass"), M.check_quantity(quantity, "Record: q")
  return { shared = { id = M.check_id(id, "Record: id"), q = quantity }, mass = mass }
end

function M.infinite_record(id, mass)
  mass = M.check_mass(mass, "InfRecord: mass")
  return { id = M.check_id(id, "InfRecord: id"), mass = mass }
end

return M
