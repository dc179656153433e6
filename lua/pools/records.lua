-- Records, and what is asked of ids, masses and quantities.

local import = ...
local errors = import "core/errors"
local handles = import "core/border/handles"
local text = import "core/sandbox/text"

local raise = errors.raise
local format, math_type, tointeger, type = string.format, math.type, math.tointeger, type
local open, shown = handles.open, text.shown

local M = {}

-- Masses are finite, and so are sums of them however many there are.
local MOST_MASS, MOST_QUANTITY = 1e100, 1 << 31
-- Weights up to this stay whole numbers in all sums.
local MOST_WHOLE = 1 << 40

-- What a pool may give: a number, a text, or a handle of another dialect.
function M.check_id(id, what)
  local whole = math_type(id) and tointeger(id)
  if whole or type(id) == "string" and id ~= "" or open(id) then
    return whole or id
  end
  raise(format("%s is %s: must be a whole number, the id of something registered, or the thing itself", what, shown(id)))
end

function M.check_mass(mass, what)
  if not (math_type(mass) and mass >= 0 and mass <= MOST_MASS) then
    raise(format("%s is %s: must be a number from 0 to %g", what, shown(mass), MOST_MASS))
  end
  return tointeger(mass) or mass
end

function M.check_quantity(quantity, what)
  local whole = math_type(quantity) and tointeger(quantity)
  if not (whole and whole >= 0 and whole <= MOST_QUANTITY) then
    raise(format("%s is %s: must be a whole number from 0 to %d", what, shown(quantity), MOST_QUANTITY))
  end
  return whole
end

-- A mass whose product with the quantity can be summed without a loss.
function M.weighing(mass, quantity)
  if math_type(mass) == "integer" and mass * 1.0 * quantity > MOST_WHOLE then
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
