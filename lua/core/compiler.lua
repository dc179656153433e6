-- Compiles texts of mods. In mods of the old forms it rewrites what Lua 5.1 allows and Lua 5.5 does not, and operators
-- that give another value. Coverage and the debugger replace chunks here.

local import, py = ...
local budget = import "core/sandbox/budget"
local vm_errors = import "core/sandbox/vm_errors"

local M = {}

local CONSTANT_ASSIGNED = ": attempt to assign to const variable "
-- Instructions that a byte of a text costs: of one with names to resolve, and of one that is only parsed.
local REWRITE_COST, PARSE_COST = 200, 60
-- Bytes of the longest text that is compiled, and of one from which on the steps of the compiler are counted; and of a
-- piece that it gets at once.
local LONGEST, LONG, PIECE = 1 << 22, 8192, 4096
-- Instructions that a byte costs; and steps for an instruction.
local COST, STEPS_PER_INSTRUCTION = 4, 4
-- Bytes of the longest text whose faults are looked for, and how often it is compiled for that.
local LONGEST_FAULTY, MOST_TRIES = 262144, 8
local CR, LF = string.byte "\r", string.byte "\n"

-- Loads a text, as `load` does, and charges the mod for it. No hook stops the compiler, which is written in C, so the
-- clock is read before each piece.
local function compile(source, name, env)
  budget.note_file(name)
  if #source > LONGEST then
    return nil, "the text has " .. #source .. " bytes: must have at most " .. LONGEST
  elseif #source <= LONG then
    budget.charge(#source * COST)
    return load(source, "@" .. name, "t", env)
  end
  budget.charge(py.count_compile_steps(source) // STEPS_PER_INSTRUCTION)
  local at = 1
  local chunk, message = load(function()
    local piece = string.sub(source, at, at + PIECE - 1)
    at = at + PIECE
    budget.charge(#piece * COST)
    return piece
  end, "@" .. name, "t", env)
  -- What ends the call in the function is for `load` an error of the text.
  budget.check()
  return chunk, message
end

-- Whether a text may read the arguments of a function by `arg`.
local function may_read_arguments(source)
  return string.find(source, "...", 1, true) and string.find(source, "%f[%w_]arg%f[^%w_]")
end

-- Whether a text may have an operator whose value depends on the type of a number.
local function may_have_operators(source)
  return string.find(source, "%", 1, true) or string.find(source, "%f[.]%.%.%f[^.]")
end

-- Returns chunk and text of a rewritten text; nothing when there is nothing to rewrite, or Lua refuses the result.
local function load_rewritten(rewrite, cost, source, name, env)
  budget.charge(#source * cost)
  local rewritten = rewrite(source)
  local chunk = rewritten and compile(rewritten, name, env)
  if chunk then
    return chunk, rewritten
  end
end

-- Does what `load` does with a text, and returns the text that Lua got, too: chunk or nil, message, text.
function M.load(source, name, env, has_old_lua)
  local chunk, message = compile(source, name, env)
  if message == vm_errors.OUT_OF_MEMORY then
    budget.out_of_memory()
  elseif not has_old_lua then
    return chunk, message, source
  end
  local is_refused = not chunk and string.find(message, CONSTANT_ASSIGNED, 1, true)
  if is_refused or chunk and may_read_arguments(source) then
    local new_chunk, new_source = load_rewritten(py.rewrite_old_names, REWRITE_COST, source, name, env)
    chunk, source = new_chunk or chunk, new_source or source
  end
  if chunk and may_have_operators(source) then
    local new_chunk, new_source = load_rewritten(py.rewrite_old_operators, PARSE_COST, source, name, env)
    chunk, source = new_chunk or chunk, new_source or source
  end
  return chunk, not chunk and message or nil, source
end

-- Returns where a line of a text begins, and where it ends.
local function bounds_of_line(source, line)
  local first = 1
  for _ = 2, line do
    local last = string.find(source, "[\r\n]", first)
    if not last then
      return nil
    end
    -- CR and LF beside each other, in any order, end one line.
    first = last + (string.byte(source, last) + (string.byte(source, last + 1) or 0) == CR + LF and 2 or 1)
  end
  return first, (string.find(source, "[\r\n]", first) or #source + 1) - 1
end

-- Returns the byte of its line at which Lua met what it refuses in a text, from 1; 0 when that is unknown.
function M.column_of_error(source, name, line, message)
  local token = vm_errors.last_token(message)
  if not token or #source > LONGEST_FAULTY then
    return 0
  end
  local first, last = bounds_of_line(source, line)
  local start, only = first, nil
  for i = 1, MOST_TRIES do
    local from, to = nil, nil
    if start then
      from, to = string.find(source, token, start, true)
    end
    if not from or to > last then
      -- A string that is not finished is refused for another reason when the text ends behind it.
      return only or 0
    end
    only = i == 1 and from - first + 1 or nil
    -- Lua reads from left to right: a text that ends behind the token is refused for the same reason.
    local _, reason = compile(string.sub(source, 1, to), name, {})
    if reason == message then
      return from - first + 1
    end
    start = to + 1
  end
  return 0
end

-- Returns another chunk for a source, its name, its environment and the text that Lua got; nil without a debugger.
local replace_chunk

function M.on_compile(fn)
  replace_chunk = fn
end

-- Whether the host notes which lines run.
local notes_lines

-- Returns another chunk for a file, which a debugger can stop, or which notes the lines that run; or nil.
function M.replace(source, name, env, compiled)
  if replace_chunk then
    return replace_chunk(source, name, env, compiled)
  end
  if notes_lines == nil then
    notes_lines = py.has "test_instrument"
  end
  return notes_lines and import("core/coverage").chunk(source, name, env, compiled)
end

return M
