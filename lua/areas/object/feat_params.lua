-- The params of a new feat, checked against those that its prototype declares.

local import = ...
local arguments = import "areas/arguments"
local checkers = import "core/border/checkers"
local deep_copy = import "areas/data/deep_copy"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local fail = errors.fail
local format = string.format

local M = {}

-- The params of a feat: those that a mod passes, and defaults for the rest.
function M.read(record, passed)
  local declared = record.entry.params or {}
  local title = format('Feat.create: feat "%s"', record.id)
  if passed ~= nil and stable_order.type(passed) ~= "table" then
    fail("%s: params is %s: must be a table", title, text.shown(passed))
  end
  local params = {}
  for name, value in stable_order.pairs(passed or {}) do
    if declared[name] == nil then
      fail("%s: there is no param %s%s", title, text.shown(name),
        arguments.suggest(name, arguments.sorted_keys(declared)))
    end
    params[name] = value
  end
  for name, declaration in stable_order.pairs(declared) do
    local checker = checkers.is_checker(declaration) and declaration or declaration.type or checkers.atoms.any
    if params[name] == nil and not checkers.is_checker(declaration) then
      params[name] = deep_copy(declaration.default)
    end
    local fault = checkers.check(checker, params[name])[1]
    if fault then
      fail("%s: the param %s%s is %s: %s", title, name, fault.path ~= "" and "." .. fault.path or "", fault.value,
        fault.rule)
    end
  end
  return params
end

return M
