-- Notes the lines of chunks that ran, for line coverage (host/tools/testing/coverage.py).

local _, py = ...

local M = {}

-- Chunk name -> set of lines that ran.
local covered = {}

-- A chunk that records its lines, or nil for a file that is not measured. `compiled` is what Lua got of the source.
function M.chunk(source, name, env, compiled)
  local text = py.test_instrument(name, source, compiled)
  if not text then
    return nil
  end
  local chunk = load(text, "@" .. name, "t", env)
  if not chunk then
    -- The file already has as many constants or jumps as Lua allows.
    return nil
  end
  covered[name] = covered[name] or {}
  local lines = covered[name]
  return function()
    return chunk(lines)
  end
end

-- Returns the lines that ran since the last call: "name<tab>line line …" for each chunk.
function M.take()
  local texts = {}
  for name, lines in next, covered do
    local list = {}
    for line in next, lines do
      list[#list + 1], lines[line] = line, nil
    end
    if list[1] then
      texts[#texts + 1] = name .. "\t" .. table.concat(list, " ")
    end
  end
  return table.concat(texts, "\n")
end

return M
