-- Draws in a game that is made again to explain why it failed: an error of a draw from an empty or missing pool gets
-- the conflicting requirements.

local import, py = ...
local definitions = import "pools/definitions"
local errors = import "core/errors"
local ids = import "pools/ids"
local paths = import "pools/paths"
local registry = import "pools/registry"

local M = {}

-- Pools, and entries of a pool, that are described.
local MAX_NODES, MAX_ENTRIES = 2000, 100

-- Whether a draw from a pool can return anything. Each id of a registered pool has the quantity 1 before any draw.
local function has_weight(definition)
  if not definition.parent then
    return ids.count(definition.root) > 0
  end
  for _, entry in ipairs(definition.entries) do
    if entry.mass > 0 then
      return true
    end
  end
  return false
end

local function describe_entries(definition)
  local entries = {}
  for i, entry in ipairs(definition.entries) do
    if i > MAX_ENTRIES then
      break
    end
    local location = entry.location
    local name = tostring(ids.name(ids.resolve(definition.root, entry.id)))
    entries[i] = { name = name, file = location.file, line = location.line }
  end
  return entries
end

-- The segments of a pool at the depths of tildes: the text that stands for the ~ where it names this pool.
local function segments_of(definition, tildes)
  local by_depth = {}
  while definition.parent do
    by_depth[definition.depth] = definition
    definition = definition.parent
  end
  local segments = {}
  for i, tilde in ipairs(tildes) do
    local at = by_depth[tilde.depth]
    local is_current = tilde.value == at.name or tilde.value == at.number
    segments[i] = tostring(is_current and tilde.value or at.name or at.number)
  end
  return segments
end

local function describe_node(definition, tildes)
  local weight, location = has_weight(definition), definition.location
  return {
    path = definition.path,
    segments = segments_of(definition, tildes),
    has_weight = weight,
    file = location.file,
    line = math.max(location.line or 0, 0),
    entries = weight and {} or describe_entries(definition),
  }
end

-- Describes a draw that is impossible; nil for one that is possible, and for a path that is wrong in another way.
local function describe(text, setting)
  local path = paths.parse(text, "drawFromPool")
  local root = definitions.by_name[path.root]
  if not root or path.star then
    return nil
  end
  local tildes = registry.tildes(root, path, setting)
  if not tildes then
    return nil
  end
  local filled, starred = { root = path.root, text = text }, { root = path.root, text = text }
  for depth, segment in ipairs(path) do
    filled[depth], starred[depth] = segment, segment
  end
  local plain = {}
  for i, tilde in ipairs(tildes) do
    filled[tilde.depth], starred[tilde.depth] = tilde.value, "*"
    plain[i] = {
      depth = tilde.depth, segment = tostring(tilde.value), setting = tilde.setting, file = tilde.file,
      line = tilde.line or 0,
    }
  end
  local target = definitions.walk(root, filled, #filled)
  if target and has_weight(target[1]) or not target and #tildes == 0 then
    return nil
  end
  local nodes = target and { describe_node(target[1], tildes) } or {}
  for _, definition in ipairs(definitions.walk(root, starred, #starred) or {}) do
    if #nodes < MAX_NODES and not (target and definition == target[1]) then
      nodes[#nodes + 1] = describe_node(definition, tildes)
    end
  end
  return { root = root.name, tildes = plain, nodes = nodes }
end

local function finish(text, setting, ok, result)
  if ok then
    return result
  end
  local description = type(text) == "string" and type(result) == "string" and describe(text, setting)
  if description then
    local file, line, reason = errors.split_location(result)
    if file then
      errors.raise_at(file, line, py.explain_draw(text, reason, file, line, description))
    end
  end
  error(result, 0)
end

-- Calls draw(mod, text, setting), and explains why it is impossible; `setting` as in registry.locate.
function M.draw(draw, mod, text, setting)
  return finish(text, setting, pcall(draw, mod, text, setting))
end

return M
