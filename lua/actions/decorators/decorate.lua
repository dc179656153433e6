-- decorate, copyChains and the like: what prepares a class of entities: chain templates, decorators, handlers.

local import = ...
local chains = import "actions/chain/chain"
local check_gaps = import "core/border/check_gaps"
local class = import "actions/class"
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"
local templates = import "actions/chain/template"

local raise = errors.raise

local M = {}

local MOST_DECORATORS = 200

-- The class behind a value that a mod passes in order to change the class.
local function changeable(value, argument)
  local target = class.check_class(value, argument)
  if not class.owner(target) then
    raise(argument .. " is " .. class.name(target) .. ", a class of the host: make a class of your own from it first")
  end
  proxies.check_changeable(value, class.name(target))
  return target
end

-- The chain template of a class, for a change.
local function template_of(target, caller)
  local template = target.chainTemplate
  if not templates.is_template(template) then
    raise(caller .. ": " .. class.name(target) .. " has no chain template: call Decorators.Start(" .. class.name(target)
      .. ") or copyChains first")
  end
  local owner = templates.owner(template)
  if owner and owner ~= class.owner(target) then
    raise(caller .. ": " .. class.name(target) .. " shares the chain template of a class of mod " .. owner.id
      .. ": call copyChains or Decorators.Start first")
  end
  return template
end

local function set_template(target, template, decorators)
  target.chainTemplate, target.decoratorsList = template, decorators
  templates.set_owner(template, class.owner(target))
end

-- Gives a class an empty chain template and an empty list of decorators.
function M.start(value)
  set_template(changeable(value, "Decorators.Start: the argument"), templates.sorted(), {})
end

-- Adds a decorator to a class with a chain template: its chains with their handlers, and an instance of the decorator
-- for each entity.
function M.add_decorator(target, added)
  local template = target.chainTemplate
  local affected = added.affectedChains
  local title = "decorate: affectedChains of " .. class.name(added)
  if affected ~= nil and type(affected) ~= "table" then
    raise(title .. " is " .. stable_order.type(affected) .. ": must be a list")
  elseif #target.decoratorsList >= MOST_DECORATORS then
    raise("decorate: " .. class.name(target) .. " has " .. MOST_DECORATORS .. " decorators: a class may not have more")
  end
  check_gaps(affected or {}, title)
  for i, pair in ipairs(affected or {}) do
    if type(pair) ~= "table" or type(pair[1]) ~= "string" or pair[2] ~= nil and type(pair[2]) ~= "table" then
      raise("decorate: affectedChains[" .. i .. "] of " .. class.name(added)
        .. " must be the name of a chain and a list of handlers")
    end
    check_gaps(pair[2] or {}, title .. "[" .. i .. "][2]")
    template:addChain(pair[1])
    for k = 1, #(pair[2] or {}) do
      template:addHandler(pair[1], pair[2][k])
    end
  end
  local list = class.raw(target.decoratorsList)
  -- The read-only form, because mods find the list in the class.
  list[#list + 1] = class.seen(added)
end

-- Adds a decorator to a class of a mod; a function in its place is called with the class.
function M.decorate(value, decorator)
  local target = changeable(value, "decorate: the first argument")
  if type(decorator) == "function" then
    decorator(value)
    return
  end
  local added = class.check_class(decorator, "decorate: the second argument")
  template_of(target, "decorate")
  M.add_decorator(target, added)
end

-- Adds a handler to a chain of a class.
function M.retouch(value, chain, handler)
  local target = changeable(value, "retouch: the first argument")
  template_of(target, "retouch"):addHandler(chain, handler)
end

-- Copies the chains and the decorators of one class to another.
function M.copy_chains(from, to)
  local source = class.check_class(from, "copyChains: the first argument")
  local target = changeable(to, "copyChains: the second argument")
  if not templates.is_template(source.chainTemplate) then
    raise("copyChains: " .. class.name(source) .. " has no chain template: call Decorators.Start(" .. class.name(source)
      .. ") first")
  end
  local decorators = class.raw(source.decoratorsList) or {}
  set_template(target, source.chainTemplate:clone(), table.move(decorators, 1, #decorators, 1, {}))
end

-- Gives a class the decorators of another class in place of its own, without the handlers that `retouch` added.
function M.redecorate(from, to)
  local source = class.check_class(from, "redecorate: the first argument")
  local decorators = class.raw(source.decoratorsList)
  M.start(to)
  for _, decorator in ipairs(type(decorators) == "table" and decorators or {}) do
    M.decorate(to, decorator)
  end
end

-- Gives a new entity its chains and decorators.
function M.assemble(entity)
  class.share(class.of(entity))
  entity.decorators = {}
  local template = entity.chainTemplate
  if template then
    entity.chains = template:init()
    for _, shown in ipairs(class.raw(entity.decoratorsList)) do
      local decorator = class.raw(shown)
      entity.decorators[class.name(decorator)] = decorator(entity)
    end
    chains.note_birth(entity.chains)
  end
end

return M
