-- Statuses: what lasts for some beats. A Status tinks an entity when it is applied and untinks it when it wears off.

local import = ...
local errors = import "core/errors"
local class = import "actions/class"
local stats = import "actions/stats/stats"
local stat_types = import "actions/stats/stat_types"
local tinkers = import "actions/tinkers/tinker"

local raise = errors.raise
local shown = import("core/sandbox/text").shown
local type = type

local M = {}

M.overlays = { RESET = "reset", ADD = "add" }

-- How much longer each status of an entity lasts; by name or number.
local StatusAmounts = class.define("StatusAmounts", stats.class)

local function name_of(value)
  local known = stat_types.statuses[value]
  return known and known.name or value
end

for _, method in ipairs { "get", "isSet" } do
  local of_stats = stats.class[method]
  StatusAmounts[method] = function(self, name)
    return of_stats(self, name_of(name))
  end
end

for _, method in ipairs { "set", "add" } do
  local of_stats = stats.class[method]
  StatusAmounts[method] = function(self, name, amount)
    return of_stats(self, name_of(name), amount)
  end
end

class.close(StatusAmounts)
M.StatusAmounts = StatusAmounts

local Status = class.define "Status"
Status.amount = 2
Status.overlay = M.overlays.RESET
Status.RESET, Status.ADD = M.overlays.RESET, M.overlays.ADD

function Status:__construct(tinker)
  if tinker ~= nil and (type(tinker) ~= "table" or type(tinker.tink) ~= "function") then
    raise(class.type_name(self) .. ": tinker is " .. shown(tinker) .. ": must be a tinker")
  end
  self.tinker = tinker
end

-- The status begins: `amount` is what lasts, `options` what the action brought.
function Status:apply(entity)
  if self.tinker then
    self.tinker:tink(entity)
  end
end

-- The status was there already when it was applied again.
function Status:reapply() end

function Status:wearOff(entity)
  if self.tinker then
    self.tinker:untink(entity)
  end
end

-- The entity decides for the first time after the status wore off.
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
M.OptionStatus = OptionStatus

-- A status with flavors: options.flavor is { chain, handler }, or a list of such.
local FlavorStatus = class.define("FlavorStatus", OptionStatus)

local function flavors_of(options)
  local flavor = type(options) == "table" and options.flavor
  if not flavor then
    return {}
  end
  return type(flavor[1]) == "string" and { flavor } or flavor
end

-- status -> entity -> the tinker of its flavors.
local flavored = setmetatable({}, { __mode = "k" })

function FlavorStatus:apply(entity, amount, options)
  OptionStatus.apply(self, entity, amount, options)
  local flavor = tinkers.Tinker(flavors_of(options))
  flavored[self] = flavored[self] or setmetatable({}, { __mode = "k" })
  flavored[self][entity] = flavor
  flavor:tink(entity)
end

function FlavorStatus:wearOff(entity)
  local of_self = flavored[self]
  if of_self and of_self[entity] then
    of_self[entity]:untink(entity)
    of_self[entity] = nil
  end
  OptionStatus.wearOff(self, entity)
end

class.close(FlavorStatus)
M.FlavorStatus = FlavorStatus

-- A flavor, for `options.flavor`.
local Flavor = class.define "Flavor"

function Flavor:__construct(chain, handler)
  self[1], self[2] = chain, handler
end

class.close(Flavor)
M.Flavor = Flavor

return M
