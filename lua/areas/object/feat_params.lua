-- The params of a feat: what is given for one, against what its prototype declares.

local import, py = ...
local errors = import "core/errors"
local checkers = import "core/border/checkers"
local copying = import "areas/data/deep_copy"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local format = string.format
local type = type

local M = {}

local function read_params(record, given)
  local declared = record.entry.params or {}
  local params = {}
  local what = format('Feat.create: feat "%s"', record.id)
  if given ~= nil and stable_order.type(given) ~= "table" then
    raise(format("%s: params is %s: must be a table", what, shown(given)))
  end
  for key, value in stable_order.pairs(given or {}) do
    if declared[key] == nil then
      local names = {}
      for name in stable_order.pairs(declared) do
        names[#names + 1] = name
      end
      table.sort(names)
      local close = type(key) == "string" and py.suggest(key, table.concat(names, "\0"))
      raise(format("%s: there is no param %s%s", what, shown(key), close and "; " .. close or ""))
    end
    params[key] = value
  end
  for name, declaration in stable_order.pairs(declared) do
    local checker = checkers.is_checker(declaration) and declaration or declaration.type or checkers.atoms.any
    if params[name] == nil and not checkers.is_checker(declaration) then
      params[name] = copying.deep_copy(declaration.default)
    end
    local wrong = checkers.check(checker, params[name])
    if wrong[1] then
      raise(format("%s: the param %s%s is %s: %s", what, name, wrong[1].path ~= "" and "." .. wrong[1].path or "",
        wrong[1].value, wrong[1].rule))
    end
  end
  return params
end
M.read_params = read_params

return M
