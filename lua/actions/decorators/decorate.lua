-- What is done to classes of entities before there is any entity: chain templates, decorators, retouchers.

local import, py = ...
local class = import "actions/class"
local errors = import "core/errors"
local chains = import "actions/chain/chain"
local loader = import "core/loader"
local stable_order = import "core/sandbox/stable_order"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local ipairs, match, setmetatable, type = ipairs, string.match, setmetatable, type

local M = {}

local MOST_DECORATORS = 200

-- chain template -> the mod in whose classes it began.
local template_owners = setmetatable({}, { __mode = "k" })

-- An entity leads others to the template of its class, which stays its mod's own.
chains.on_template_change(function(template)
  local owner = template_owners[template]
  local file = owner and errors.where()
  local running = file and loader.mods[match(file, "^[^/]+")]
  if running and not proxies.may_change(running, owner) then
    raise("the chain template belongs to mod " .. owner.id .. " and is read-only here: name " .. owner.id
      .. " under [dependencies] to change it")
  end
end)

-- The class that a mod passed in order to change it.
local function changeable(value, what)
  local target = class.check_class(value, what)
  if not class.owner(target) then
    raise(what .. " is " .. class.name(target) .. ", a class of the host: make a class of your own from it first")
  end
  proxies.check_changeable(value, class.name(target))
  return target
end

-- The chain template of a class that is about to get more.
local function template_of(target, what)
  local template = target.chainTemplate
  if not chains.is_template(template) then
    raise(what .. ": " .. class.name(target) .. " has no chain template: call Decorators.Start(" .. class.name(target)
      .. ") or copyChains first")
  end
  local owner = template_owners[template]
  if owner and owner ~= class.owner(target) then
    raise(what .. ": " .. class.name(target) .. " shares the chain template of a class of mod " .. owner.id
      .. ": call copyChains or Decorators.Start first")
  end
  return template
end

-- Gives a class a chain template and a list of decorators of its own, both empty.
function M.start(value)
  local target = changeable(value, "Decorators.Start: the argument")
  target.chainTemplate, target.decoratorsList = chains.sorted_template(), {}
  template_owners[target.chainTemplate] = class.owner(target)
end

-- Adds a decorator to a class: its chains and their handlers, and an instance for each entity.
function M.decorate(value, decorator)
  local target = changeable(value, "decorate: the first argument")
  if type(decorator) == "function" then
    decorator(value)
    return
  end
  local added = class.check_class(decorator, "decorate: the second argument")
  local template = template_of(target, "decorate")
  local affected = added.affectedChains
  if affected ~= nil and type(affected) ~= "table" then
    raise("decorate: affectedChains of " .. class.name(added) .. " is " .. stable_order.type(affected) .. ": must be a list")
  elseif #target.decoratorsList >= MOST_DECORATORS then
    raise("decorate: " .. class.name(target) .. " has " .. MOST_DECORATORS .. " decorators: that is the most it may have")
  end
  for i, pair in ipairs(affected or {}) do
    if type(pair) ~= "table" or type(pair[1]) ~= "string" or pair[2] ~= nil and type(pair[2]) ~= "table" then
      raise("decorate: affectedChains[" .. i .. "] of " .. class.name(added)
        .. " must be the name of a chain and a list of handlers")
    end
    template:addChain(pair[1])
    for k = 1, #(pair[2] or {}) do
      template:addHandler(pair[1], pair[2][k])
    end
  end
  local list = class.raw(target.decoratorsList)
  -- As mods see it, who find the list in the class.
  list[#list + 1] = class.seen(added)
end

-- Adds a handler to a chain of a class.
function M.retouch(value, name, handler)
  local target = changeable(value, "retouch: the first argument")
  template_of(target, "retouch"):addHandler(name, handler)
end

-- Gives `to` copies of the chains and the decorators of `from`.
function M.copy_chains(from, to)
  local source = class.check_class(from, "copyChains: the first argument")
  local target = changeable(to, "copyChains: the second argument")
  if not chains.is_template(source.chainTemplate) then
    raise("copyChains: " .. class.name(source) .. " has no chain template")
  end
  target.chainTemplate = source.chainTemplate:clone()
  template_owners[target.chainTemplate] = class.owner(target)
  local list = {}
  for i, decorator in ipairs(class.raw(source.decoratorsList) or {}) do
    list[i] = decorator
  end
  target.decoratorsList = list
end

-- Gives `to` the decorators of `from` anew, without what was retouched.
function M.redecorate(from, to)
  local source = class.check_class(from, "redecorate: the first argument")
  local list = class.raw(source.decoratorsList)
  M.start(to)
  for _, decorator in ipairs(type(list) == "table" and list or {}) do
    M.decorate(to, decorator)
  end
end

-- Gives an entity what its class has for each: chains, and decorators.
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

-- The error for a name that is none of `known`, a list.
function M.unknown(message, name, known)
  py.refuse_name(message, stable_order.type(name) == "string" and name or "", table.concat(known, "\0"))
end

return M
