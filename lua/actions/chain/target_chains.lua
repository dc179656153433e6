-- modules.utils.modchain: functions of an entity that add handlers to its chains and remove them.

local import = ...
local chains = import "actions/chain/chain"
local errors = import "core/errors"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local raise = errors.raise

local function chain_of(target, name)
  local chain = type(target) == "table" and type(target.chains) == "table" and target.chains[name]
  if not chains.is_chain(chain) then
    raise("modules.utils.modchain: the target has no chain " .. text.tostring(name))
  end
  return chain
end

-- Makes a function of a target that calls a method of one of its chains with a handler.
local function one_chain(method)
  return function(name, handler)
    return function(target)
      chain_of(target, name)[method](chain_of(target, name), handler)
    end
  end
end

-- The same for a list of { chain, handler }.
local function many_chains(method)
  return function(list)
    return function(target)
      for i, pair in ipairs(list) do
        if type(pair) ~= "table" then
          raise("modules.utils.modchain: element " .. i .. " is " .. stable_order.type(pair) .. ": must be a table")
        end
        chain_of(target, pair[1])[method](chain_of(target, pair[1]), pair[2])
      end
    end
  end
end

local M = {
  addHandlerOnChain = one_chain "addHandler", addHandlerOnChains = many_chains "addHandler",
  removeHandlerOnChain = one_chain "removeHandler", removeHandlerOnChains = many_chains "removeHandler",
}

-- Returns two functions: the first adds the handler, the second removes it.
function M.addRemoveHandlerOnChain(name, handler)
  return M.addHandlerOnChain(name, handler), M.removeHandlerOnChain(name, handler)
end

function M.addRemoveHandlerOnChains(list)
  return M.addHandlerOnChains(list), M.removeHandlerOnChains(list)
end

return M
