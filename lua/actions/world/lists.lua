-- The lists of a grid that mods read: grid.reals and so on, as they are at each moment.

local import = ...
local constants = import "actions/constants"
local grids = import "actions/world/grid"
local proxies = import "core/sandbox/proxies"
local world_state = import "actions/world/state"

local keys, Layers = grids.keys, constants.Layers

local M = {}

-- Adds a list to a grid: length() and get(index) read it.
local function show(grid, name, length, get)
  grid[name] = proxies.new("grid." .. name, {
    __index = function(_, index)
      return get(index)
    end,
    __len = length,
    __pairs = function()
      local list = {}
      for i = 1, length() do
        list[i] = get(i)
      end
      return ipairs(list)
    end,
  })
end

-- A list of one variable; get_list() returns it.
local function show_list(grid, name, get_list)
  show(grid, name, function()
    return #get_list()
  end, function(index)
    return get_list()[index]
  end)
end

-- The floors or walls that never act, square by square: entities, and the squares of tiles that no mod asked for yet.
local function list_passive(state, name, layer)
  local passive, acting = {}, {}
  for _, entity in ipairs(state.lists[name]) do
    acting[entity] = true
  end
  local tiles, store = state.grid_state[name], state.store
  local tops = store:layer(keys[layer])
  for square = 0, store.width * store.height - 1 do
    if tops[square] then
      for _, entity in ipairs(store:at(keys[layer], square)) do
        if not acting[entity] then
          passive[#passive + 1] = entity
        end
      end
    elseif tiles[square] then
      passive[#passive + 1] = square
    end
  end
  return passive
end

-- Makes the list of floors or walls: first those that act, then the passive ones, which are read again after a change.
local function show_ground(grid, name, state, layer)
  local passive, version
  local function passive_now()
    if version ~= state.ground_version then
      passive, version = list_passive(state, name, layer), state.ground_version
    end
    return passive
  end
  show(grid, name, function()
    return #state.lists[name] + #passive_now()
  end, function(index)
    local acting = state.lists[name]
    if type(index) ~= "number" or index <= #acting then
      return acting[index]
    end
    local list, at = passive_now(), index - #acting
    if type(list[at]) == "number" then
      list[at] = grids.by_layer(state.grid_state, list[at], layer)
    end
    return list[at]
  end)
end

local ground_layers = { floors = Layers.floor, walls = Layers.wall }

-- Gives a grid its lists.
function M.show(grid, state)
  for _, name in ipairs(world_state.group_names) do
    if ground_layers[name] then
      show_ground(grid, name, state, ground_layers[name])
    else
      show_list(grid, name, function()
        return state.lists[name]
      end)
    end
  end
  show_list(grid, "players", function()
    return state.players
  end)
end

return M
