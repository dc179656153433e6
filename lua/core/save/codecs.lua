-- What dialects keep in a save beside maps and what areas know of them (lua/areas/keeping.lua writes a save, and
-- lua/areas/restoring.lua reads it). A keeper is a table of functions.

local import = ...

local ipairs, setmetatable = ipairs, setmetatable

local M = {}

local function nothing() end

local function none()
  return {}
end

local keepers = {}
-- What waits until nothing is in the middle of something.
local waiting

-- Where a save keeps a map, by its number: "map" or "ground", and its uid; nothing for one that is gone. Set by who writes
-- saves.
function M.place_of() end

-- keeper: special(value) and special_of(cell), instance(mod, name) as in host/graph; busy() says whether it is in
-- the middle of something that cannot be saved; begin(); chunks(encode), which gives a list of { kind, key, heads,
-- rest } ; gone(), a list of { kind, key } that are in the save and stand for nothing; leave(), forget what is; heads(read) and
-- fill(read), two passes over what a save has, of which the first makes all that others may point to.
--
-- What a keeper has nothing to do for, it leaves out.
function M.add(keeper)
  keepers[#keepers + 1] = setmetatable(keeper, {
    __index = function(_, what)
      return what == "chunks" and none or what == "gone" and none or nothing
    end,
  })
end

function M.all()
  return ipairs(keepers)
end

-- As `special` of core/save/graph, by the first that knows the value; nothing when none does.
function M.special(value)
  for i = 1, #keepers do
    local cell, mod, name = keepers[i].special(value)
    if cell ~= nil or mod then
      return cell, mod, name
    end
  end
end

local function first(what, ...)
  for i = 1, #keepers do
    local found = keepers[i][what](...)
    if found ~= nil then
      return found
    end
  end
end

-- What a cell stands for, or nothing.
function M.special_of(cell)
  return first("special_of", cell)
end

-- A table to be filled for an instance of a class, or nothing when no keeper has such classes.
function M.instance(mod, name, object)
  return first("instance", mod, name, object)
end

function M.is_busy()
  return first("busy") == true
end

-- Calls fn once nothing is busy: the last one given.
function M.defer(fn)
  waiting = fn
end

-- Tells that something came to an end.
function M.settle()
  local fn = waiting
  if fn and not M.is_busy() then
    waiting = nil
    fn()
  end
end

function M.new_game()
  waiting = nil
end

return M
