-- Areas in areas: the children of an area, and where their entrances are.

local import = ...
local areas = import "areas/area/area_states"
local arguments = import "areas/arguments"
local errors = import "core/errors"
local iterators = import "areas/iterator/creation"
local session = import "areas/session"

local raise, fail = errors.raise, errors.fail
local of, read_integer = areas.of, arguments.read_integer

local M = { methods = {} }
local methods = M.methods

-- The states of an area and of a child of it.
local function both_of(self, child, method)
  return of(self, method), of(child, method .. ": its argument")
end

function methods.add_child_area(self, child)
  local state, child_state = both_of(self, child, "add_child_area")
  if state.children[child_state.uid] ~= nil then
    fail("add_child_area: Area %d is already a child of area %d", child_state.uid, state.uid)
  elseif type(child_state.parent) == "number" then
    fail("add_child_area: the area %d is a child of the area %d", child_state.uid, child_state.parent)
  end
  local ancestor = state
  while ancestor do
    if ancestor == child_state then
      raise("add_child_area: an area cannot be inside itself")
    end
    ancestor = type(ancestor.parent) == "number" and areas.states[session.game.areas[ancestor.parent]]
  end
  state.children[child_state.uid], child_state.parent = false, state.uid
end

function methods.remove_child_area(self, child)
  local state, child_state = both_of(self, child, "remove_child_area")
  if state.children[child_state.uid] ~= nil then
    state.children[child_state.uid], child_state.parent = nil, nil
  end
end

function methods.has_child_area(self, child)
  local state, child_state = both_of(self, child, "has_child_area")
  return state.children[child_state.uid] ~= nil
end

function methods.child_area_position(self, child)
  local state, child_state = both_of(self, child, "child_area_position")
  local position = state.children[child_state.uid]
  if position then
    return position.x, position.y, position.floor
  end
end

function methods.set_child_area_position(self, child, x, y, floor)
  local state, child_state = both_of(self, child, "set_child_area_position")
  if state.children[child_state.uid] == nil then
    fail("set_child_area_position: the area %d is not a child of the area %d", child_state.uid, state.uid)
  elseif x == nil and y == nil and floor == nil then
    state.children[child_state.uid] = false
    return
  end
  state.children[child_state.uid] = {
    x = read_integer(x, "set_child_area_position: x"), y = read_integer(y, "set_child_area_position: y"),
    floor = read_integer(floor, "set_child_area_position: the floor"),
  }
end

function methods.iter_child_areas(self, floor)
  local state, list = of(self, "iter_child_areas"), {}
  for _, uid in ipairs(arguments.sorted_keys(state.children)) do
    local position = state.children[uid]
    if floor == nil or position and position.floor == floor then
      list[#list + 1] = session.game.areas[uid]
    end
  end
  return iterators.of_list(list)
end

return M
