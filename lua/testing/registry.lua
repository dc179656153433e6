-- The tests that one file declares, in nested blocks, in any of the three styles.

local import = ...
local errors = import "core/errors"
local failures = import "testing/failures"
local protect = import "core/sandbox/protect"

local M = {}

local MAX_TESTS, MAX_DEPTH, MAX_NAME = 20000, 50, 300

-- A block: name, parent, setup, teardown, before, after (lists of functions).
local function new_block(name, parent)
  return {
    name = name, parent = parent, depth = parent and parent.depth + 1 or 0,
    setup = {}, teardown = {}, before = {}, after = {},
  }
end

-- List of { name, block, fn, line, skip }; `running` is the test that runs.
local tests = {}
local current = new_block("", nil)
local running

function M.reset()
  tests, current, running = {}, new_block("", nil), nil
end

-- Returns the declared tests, and starts a new list.
function M.take()
  local list = tests
  tests, current = {}, new_block("", nil)
  return list
end

function M.is_running()
  return running ~= nil
end

local function check_name(caller, name)
  if #name > MAX_NAME then
    errors.raise(caller .. ": the name has " .. #name .. " bytes: must have at most " .. MAX_NAME)
  end
end

-- The first line of a function, or the line of the caller for a callable table.
local function line_of(fn)
  if type(fn) == "function" then
    return debug.getinfo(fn, "S").linedefined
  end
  return (select(2, errors.where()))
end

-- The blocks that contain a block, outermost first, and the block itself.
local function blocks_of(block)
  local list = {}
  while block do
    table.insert(list, 1, block)
    block = block.parent
  end
  return list
end

-- Declares a test in the open block.
function M.add(caller, name, fn, skip)
  check_name(caller, name)
  if running then
    errors.raise(caller .. ': the test "' .. name .. '" is declared while another test runs: declare it in the file '
      .. 'or in a block')
  end
  if #tests >= MAX_TESTS then
    errors.raise(caller .. ": the file has " .. MAX_TESTS .. " tests already: a file may have at most " .. MAX_TESTS)
  end
  local names, blocks = {}, blocks_of(current)
  for i = 2, #blocks do
    names[i - 1] = blocks[i].name
  end
  names[#blocks] = name
  tests[#tests + 1] = { name = table.concat(names, " > "), block = current, fn = fn, line = line_of(fn), skip = skip }
end

-- Opens a block while `fn` runs.
function M.describe(caller, name, fn)
  check_name(caller, name)
  if current.depth >= MAX_DEPTH then
    errors.raise(caller .. ": blocks are nested more than " .. MAX_DEPTH .. " deep")
  end
  local before = current
  local back <close> = protect.guard(function()
    current = before
  end)
  current = new_block(name, before)
  fn()
end

-- Adds a function to "setup", "teardown", "before" or "after" of the open block.
function M.hook(list, fn)
  current[list][#current[list] + 1] = fn
end

-- Runs a test with the hooks of its blocks. Failures go to `failures.list`. Returns why the test was skipped.
function M.run(test)
  if test.skip then
    return test.skip
  end
  local skipped
  local function try(fn)
    local failure, reason = failures.attempt(fn)
    if failure then
      failures.add(failure)
    elseif failure == false then
      skipped = reason
    end
    return failure == nil
  end
  local before = running
  local back <close> = protect.guard(function()
    running = before
  end)
  running = test
  local blocks, is_ready = blocks_of(test.block), true
  for _, list in ipairs { "setup", "before" } do
    for _, block in ipairs(blocks) do
      for _, fn in ipairs(block[list]) do
        is_ready = is_ready and try(fn)
      end
    end
  end
  if is_ready then
    try(test.fn)
  end
  local finally = test.finally or {}
  for i = #finally, 1, -1 do
    try(finally[i])
  end
  for _, list in ipairs { "after", "teardown" } do
    for i = #blocks, 1, -1 do
      for _, fn in ipairs(blocks[i][list]) do
        try(fn)
      end
    end
  end
  return skipped
end

-- Runs a function at the end of the running test.
function M.finally(fn)
  if not running then
    errors.raise("finally: no test runs")
  end
  running.finally = running.finally or {}
  table.insert(running.finally, fn)
end

-- Runs the tests that `fn` declares, as part of the running test.
function M.run_inside(fn)
  local outer, outer_tests = running, tests
  running, tests = nil, {}
  local back <close> = protect.guard(function()
    running, tests = outer, outer_tests
  end)
  fn()
  for _, test in ipairs(tests) do
    local first = #failures.list + 1
    M.run(test)
    for i = first, #failures.list do
      failures.list[i].message = test.name .. ": " .. failures.list[i].message
    end
  end
end

return M
