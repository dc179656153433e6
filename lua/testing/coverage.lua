-- Which lines of chunks ran.

local import, py = ...

local concat, load, next, sort = table.concat, load, next, table.sort

local M = {}

-- Name of a chunk -> set of lines.
local covered = {}

-- A chunk that notes its lines, or nil for what is not to be measured.
function M.chunk(source, name, env)
  local text = py.test_instrument(name, source)
  if not text then
    return nil
  end
  local chunk = load(text, "@" .. name, "t", env)
  if not chunk then
    -- It was all that fits in a function already.
    return nil
  end
  covered[name] = covered[name] or {}
  local lines = covered[name]
  return function()
    return chunk(lines)
  end
end

-- The lines that ran since this was asked last: "name<tab>line line …" for each chunk.
function M.taken()
  local texts = {}
  for name, lines in next, covered do
    local list = {}
    for line in next, lines do
      list[#list + 1] = line
    end
    for _, line in ipairs(list) do
      lines[line] = nil
    end
    sort(list)
    if list[1] then
      texts[#texts + 1] = name .. "\t" .. concat(list, " ")
    end
  end
  sort(texts)
  return concat(texts, "\n")
end

return M
