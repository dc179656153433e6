-- How the pools of the game are kept: what is left of the records that were drawn, by their ids.

local import = ...
local instances = import "pools/instances"
local codecs = import "core/save/codecs"
local registry = import "pools/registry"
local checks = import "core/save/checks"

local damaged, field = checks.damaged, checks.field
local shown = import("core/sandbox/text").shown
local math_type, next, type = math.type, next, type

local M = {}

-- root name -> id -> what is left, of what is in the save and not registered.
local waiting = {}
-- Whether the save has the chunk.
local written = false

local function all_left()
  local roots = instances.left()
  for root, ids in next, waiting do
    roots[root] = roots[root] or {}
    for id, left in next, ids do
      roots[root][id] = left
    end
  end
  return roots
end

local function chunks(encode)
  local left, currents = all_left(), registry.currents()
  if next(left) == nil and next(currents) == nil then
    return {}
  end
  return { { "pools", "", encode("the pools", {}), encode("the pools", { left = left, current = currents }) } }
end

local function gone()
  local before = written
  written = next(all_left()) ~= nil or next(registry.currents()) ~= nil
  return before and not written and { { "pools", "" } } or {}
end

local function leave()
  waiting, written = {}, false
  registry.new_game()
  instances.new_game()
end

local function name_of(key, where)
  return type(key) == "string" and key or damaged(where, "has the key %s: must be the name of a root pool", shown(key))
end

local function set_left(roots)
  for root in next, roots do
    local where = "the pools → left"
    for id, left in next, field(roots, name_of(root, where), "table", where) do
      if type(id) ~= "string" and math_type(id) ~= "integer" or type(left) ~= "number" or not (left >= 0) then
        damaged(where .. " → " .. root, "has %s of %s", shown(left), shown(id))
      elseif not instances.set_left(root, id, left) then
        waiting[root] = waiting[root] or {}
        waiting[root][id] = left
      end
    end
  end
end

local function set_currents(roots)
  for root in next, roots do
    local where = "the pools → current"
    for depth, segment in next, field(roots, name_of(root, where), "table", where) do
      -- What is not there any more is not current.
      if math_type(depth) == "integer" and segment == segment then
        registry.set_again(root, depth, segment)
      end
    end
  end
end

local function fill(read)
  for _, key in next, read.keys "pools" do
    local _, rest = read.get("pools", key, "the pools")
    local root = rest()
    written = true
    set_currents(field(root, "current", "table", "the pools"))
    set_left(field(root, "left", "table", "the pools"))
  end
end

codecs.add { chunks = chunks, gone = gone, leave = leave, fill = fill }

function M.new_game()
  waiting, written = {}, false
end

return M
