-- Status, OptionStatus, FlavorStatus: effects that last for some turns. A status tinks an entity when it is applied and
-- untinks it when it wears off.

local import = ...
local class = import "actions/class"
local stat_types = import "actions/stats/stat_types"
local stats = import "actions/stats/stats"
local tinkers = import "actions/tinkers/tinker"

local M = {}

-- What happens to the remaining turns when a status is applied again.
M.overlays = { RESET = "reset", ADD = "add" }

-- The remaining turns of each status of an entity, by name or number.
local StatusAmounts = class.define("StatusAmounts", stats.class)

for _, method in ipairs { "get", "isSet", "set", "add" } do
  local of_stats = stats.class[method]
  StatusAmounts[method] = function(self, name, amount)
    local entry = stat_types.statuses[name]
    return of_stats(self, entry and entry.name or name, amount)
  end
end

M.StatusAmounts = StatusAmounts
class.close(StatusAmounts)

local Status = class.define "Status"
-- How many turns it lasts.
Status.amount = 2
Status.overlay = M.overlays.RESET
Status.RESET, Status.ADD = M.overlays.RESET, M.overlays.ADD

-- Status:apply(entity, amount, options) starts the status; the action has the options.
Status.__construct, Status.apply, Status.wearOff = tinkers.construct, tinkers.affect, tinkers.release

-- Called in place of `apply` when the entity has the status already.
function Status:reapply() end

-- Called when the entity acts for the first time after the status wore off.
function Status:free() end

class.close(Status)
M.Status = Status

local OptionStatus = class.define("OptionStatus", Status)

function OptionStatus:apply(entity, _, options)
  if self.tinker.setStore then
    self.tinker:setStore(entity, options)
  end
  self.tinker:tink(entity)
end

function OptionStatus:wearOff(entity)
  self.tinker:untink(entity)
  if self.tinker.removeStore then
    self.tinker:removeStore(entity)
  end
end

class.close(OptionStatus)

-- A status with flavors: options.flavor is { chain, handler } or a list of such pairs.
local FlavorStatus = class.define("FlavorStatus", OptionStatus)

local function flavors_of(options)
  local flavor = type(options) == "table" and options.flavor
  if not flavor then
    return {}
  end
  return type(flavor[1]) == "string" and { flavor } or flavor
end

-- status -> entity -> the tinker of its flavors.
local flavor_tinkers = setmetatable({}, { __mode = "k" })

function FlavorStatus:apply(entity, amount, options)
  OptionStatus.apply(self, entity, amount, options)
  local tinker = tinkers.Tinker(flavors_of(options))
  flavor_tinkers[self] = flavor_tinkers[self] or setmetatable({}, { __mode = "k" })
  flavor_tinkers[self][entity] = tinker
  tinker:tink(entity)
end

function FlavorStatus:wearOff(entity)
  local by_entity = flavor_tinkers[self]
  if by_entity and by_entity[entity] then
    by_entity[entity]:untink(entity)
    by_entity[entity] = nil
  end
  OptionStatus.wearOff(self, entity)
end

class.close(FlavorStatus)

local Flavor = class.define "Flavor"

function Flavor:__construct(chain, handler)
  self[1], self[2] = chain, handler
end

class.close(Flavor)

return M
