-- The profiler: a tree of the functions of mods that called each other, with the instructions, time, memory and calls
-- of the host of each.
--
-- Instructions and memory are sampled by the count hook of core/sandbox/budget; calls of Python and their time are
-- exact. Frames of the host's Lua in a row are one node, named after the function that the mod called.

local import = ...
local budget = import "core/sandbox/budget"
local errors = import "core/errors"
local functions = import "core/border/functions"
local protect = import "core/sandbox/protect"

local getinfo = debug.getinfo
local running = coroutine.running
local clock, floor = os.clock, math.floor
local collectgarbage, setmetatable, tostring = collectgarbage, setmetatable, tostring
local concat, gsub, match, sub = table.concat, string.gsub, string.match, string.sub
local resumers = errors.resumers

local M = {}

local MAX_LEVELS, MAX_NODES, MAX_NAME = 150, 20000, 80

-- A node: { entry, parent, children (entry -> node), instructions, seconds, bytes, calls }.
local ENTRY, PARENT, CHILDREN, INSTRUCTIONS, SECONDS, BYTES, CALLS = 1, 2, 3, 4, 5, 6, 7
local root, nodes

-- Marks frames of the host's Lua, and of C, among the entries of functions.
local HOST, C = {}, {}
-- Function -> its entry, HOST or C. An entry: { kind, name, file, line }.
local entries = setmetatable({}, { __mode = "k" })
-- "file:line" of a function of a mod, or the name of one of the host -> entry.
local by_place, by_name = {}, {}
-- Functions that mods call for API functions of Python -> their names.
local titles = setmetatable({}, { __mode = "k" })
-- Nodes of the calls of Python that run, innermost last.
local calls = {}

-- When the clock was read last; and seconds in Lua since the last sample, which the next sample gets.
local last_clock, pending_seconds = 0, 0
-- Bytes that Lua had at the last sample.
local last_bytes = 0
-- Instructions of samples that interrupted `measure`, which must not see the tree change; nil elsewhere.
local pending_instructions

local function reset()
  root = { {}, nil, {}, 0, 0, 0, 0 }
  nodes = { root }
  calls, pending_seconds = {}, 0
  last_bytes = collectgarbage "count"
end

local function child_of(node, entry)
  local child = node[CHILDREN][entry]
  if not child then
    if #nodes >= MAX_NODES then
      return node
    end
    child = { entry, node, {}, 0, 0, 0, 0 }
    node[CHILDREN][entry], nodes[#nodes + 1] = child, child
  end
  return child
end

local function clean(name)
  return (gsub(sub(name, 1, MAX_NAME), "[%c%z]", "?"))
end

-- Returns what `getinfo` knows of a level of `find_node`, or of another thread, when that calls what calls this.
local function info_of(thread, level, what)
  if thread then
    return getinfo(thread, level, what)
  end
  return getinfo(level + 2, what)
end

-- Makes the entry of the function at a level.
local function new_entry(fn, thread, level)
  local info = getinfo(fn, "S")
  local entry = HOST
  if info.what == "C" then
    entry = C
  elseif sub(info.source, 1, 1) == "@" then
    local place = info.source .. ":" .. info.linedefined
    entry = by_place[place]
    if not entry then
      local name = info.what == "main" and "main chunk"
      -- What calls a function has its name, and a name in the host says nothing.
      if not name and sub((info_of(thread, level + 1, "S") or info).source, 1, 1) == "@" then
        name = (info_of(thread, level, "n") or {}).name
      end
      entry = { "mod", clean(name or "function"), clean(sub(info.source, 2)), info.linedefined }
      by_place[place] = entry
    end
  end
  entries[fn] = entry
  return entry
end

-- Returns the entry of a function of the host, at a level, that a mod called or that runs below all mods.
local function host_entry(fn, thread, level)
  local name = titles[fn]
  if not name then
    local info = info_of(thread, level, "Sn")
    local package, module = match(info.source, "^=%[host%]/(%w+)/(.*)%.lua$")
    local prefix = package == "core" and info.name and "" or (package or "host") .. "."
    name = clean(prefix .. (info.name or module or "?"))
  end
  local entry = by_name[name]
  if not entry then
    entry = { "host", name, "", 0 }
    by_name[name] = entry
  end
  return entry
end

-- Returns the node of the running stack from a level on.
local function find_node(level)
  -- The functions of the stack, innermost first, with their entries, threads and levels.
  local fns, kinds, threads, levels, count = {}, {}, {}, {}, 0
  local thread
  repeat
    local first = thread and 0 or level + 1
    for i = first, first + MAX_LEVELS do
      local info
      if thread then
        info = getinfo(thread, i, "f")
      else
        info = getinfo(i, "f")
      end
      if not info then
        break
      end
      local fn = info.func
      local entry = entries[fn] or new_entry(fn, thread, i)
      if entry ~= C then
        count = count + 1
        fns[count], kinds[count], threads[count], levels[count] = fn, entry, thread, i
      end
    end
    thread = resumers[thread or running()]
  until not thread or count > MAX_LEVELS
  local node, in_host = calls[#calls] or root, false
  for i = count, 1, -1 do
    local entry = kinds[i]
    if entry ~= HOST then
      node, in_host = child_of(node, entry), false
    elseif not in_host then
      node, in_host = child_of(node, host_entry(fns[i], threads[i], levels[i])), true
    end
  end
  return node
end

-- Attributes instructions, and what happened since the last sample, to the running function.
local function sample(instructions)
  if pending_instructions then
    pending_instructions = pending_instructions + instructions
    return
  end
  local now = clock()
  local node = find_node(3)
  node[INSTRUCTIONS] = node[INSTRUCTIONS] + instructions
  node[SECONDS] = node[SECONDS] + pending_seconds + now - last_clock
  local bytes = collectgarbage "count"
  if bytes > last_bytes then
    node[BYTES] = node[BYTES] + (bytes - last_bytes)
  end
  pending_seconds, last_bytes, last_clock = 0, collectgarbage "count", clock()
end

local function end_call(node, ...)
  local now = clock()
  calls[#calls] = nil
  node[SECONDS], last_clock = node[SECONDS] + now - last_clock, now
  return ...
end

-- Returns a function that measures the calls of a function of Python with a name.
local function measure(invoke, title)
  return function(...)
    pending_instructions = 0
    pending_seconds = pending_seconds + clock() - last_clock
    titles[getinfo(2, "f").func] = title
    local node = find_node(2)
    node[CALLS] = node[CALLS] + 1
    node[INSTRUCTIONS] = node[INSTRUCTIONS] + pending_instructions
    calls[#calls + 1] = node
    last_clock, pending_instructions = clock(), nil
    return end_call(node, invoke(...))
  end
end

local function leave(...)
  local now = clock()
  pending_seconds, last_clock = pending_seconds + now - last_clock, now
  return ...
end

local function wrap_enter(enter)
  return function(...)
    local now = clock()
    local node = calls[#calls]
    if node then
      node[SECONDS] = node[SECONDS] + now - last_clock
    end
    last_clock = now
    return leave(enter(...))
  end
end

-- Begins to measure all that runs in this Lua state.
function M.begin()
  reset()
  last_clock = clock()
  functions.on_invoke(measure)
  protect.wrap_enter(wrap_enter)
  budget.sample_with(sample)
end

-- Returns what was measured since the last call, a line for each node: the line of its parent, kind, name, file, line,
-- instructions, microseconds, bytes and calls. Nodes come after their parents.
function M.take()
  local lines, line_of = {}, {}
  for i, node in ipairs(nodes) do
    line_of[node] = i
    local entry = node[ENTRY]
    lines[i] = concat({
      tostring(line_of[node[PARENT]] or 0), entry[1] or "", entry[2] or "", entry[3] or "", tostring(entry[4] or 0),
      tostring(node[INSTRUCTIONS]), tostring(floor(node[SECONDS] * 1e6)), tostring(floor(node[BYTES] * 1024)),
      tostring(node[CALLS]),
    }, "\t")
  end
  reset()
  return concat(lines, "\n")
end

return M
