-- The tests of one file as they declare themselves: blocks that hold blocks and tests, whichever way they are written.

local import = ...
local errors = import "core/errors"
local failures = import "testing/failures"
local text = import "core/sandbox/text"
local values = import "core/border/values"

local getinfo = debug.getinfo
local concat, ipairs, type = table.concat, ipairs, type

local M = {}

local MOST_TESTS, MOST_NESTED, LONGEST_NAME = 20000, 50, 300

-- A block: name, parent, setup, teardown, before, after (lists of functions).
local function new_block(name, parent)
  return {
    name = name, parent = parent, depth = parent and parent.depth + 1 or 0,
    setup = {}, teardown = {}, before = {}, after = {},
  }
end

-- Tests: { name, block, fn, line, skip }; while one runs, `running` is it.
local tests = {}
local current = new_block("", nil)
local running

function M.reset()
  tests, current, running = {}, new_block("", nil), nil
end

-- The tests that were declared, which the next ones do not join.
function M.taken()
  local list = tests
  tests, current = {}, new_block("", nil)
  return list
end

function M.is_running()
  return running ~= nil
end

local function check_name(what, name)
  if type(name) ~= "string" then
    errors.raise(what .. ": name is " .. text.shown(name) .. ": must be a string")
  elseif #name > LONGEST_NAME then
    errors.raise(what .. ": the name has " .. #name .. " bytes: must have at most " .. LONGEST_NAME)
  end
end

local function check_function(what, fn)
  if not values.is_callable(fn) then
    errors.raise(what .. ": fn is " .. text.shown(fn) .. ": must be a function")
  end
end
M.check_function = check_function

-- Where a function begins, or who calls when that cannot be told.
local function line_of(fn)
  if type(fn) == "function" then
    return getinfo(fn, "S").linedefined
  end
  return (select(2, errors.where()))
end

local function names_of(block)
  local names = {}
  while block.parent do
    table.insert(names, 1, block.name)
    block = block.parent
  end
  return names
end

-- Declares a test in the block that is open.
function M.add(what, name, fn, skip)
  check_name(what, name)
  if running then
    errors.raise(what .. ': the test "' .. name .. '" is declared while another one runs; declare it in the file or in a block')
  elseif not skip then
    check_function(what, fn)
  end
  if #tests >= MOST_TESTS then
    errors.raise(what .. ": the file has " .. MOST_TESTS .. " tests already: that is the most there may be")
  end
  local names = names_of(current)
  names[#names + 1] = name
  tests[#tests + 1] = { name = concat(names, " > "), block = current, fn = fn, line = line_of(fn), skip = skip }
end

-- Opens a block while `fn` runs.
function M.describe(what, name, fn)
  check_name(what, name)
  check_function(what, fn)
  if current.depth >= MOST_NESTED then
    errors.raise(what .. ": blocks are nested more than " .. MOST_NESTED .. " deep")
  end
  local before = current
  local back <close> = setmetatable({}, {
    __close = function()
      current = before
    end,
  })
  current = new_block(name, before)
  fn()
end

-- Adds a function to "setup", "teardown", "before" or "after" of the block that is open.
function M.hook(what, list, fn)
  check_function(what, fn)
  current[list][#current[list] + 1] = fn
end

local function blocks_of(block)
  local list = {}
  while block do
    table.insert(list, 1, block)
    block = block.parent
  end
  return list
end

-- Runs a test with what its blocks do before and after it; what went wrong is in `failures.list`. Returns why it was
-- skipped, if it was.
function M.run(test)
  if test.skip then
    return test.skip
  end
  local skipped
  local function try(fn)
    local wrong, reason = failures.attempt(fn)
    if wrong then
      failures.keep(wrong)
    elseif wrong == false then
      skipped = reason
    end
    return wrong == nil
  end
  local before = running
  local back <close> = setmetatable({}, {
    __close = function()
      running = before
    end,
  })
  running = test
  local blocks, well = blocks_of(test.block), true
  for _, list in ipairs { "setup", "before" } do
    for _, block in ipairs(blocks) do
      for _, fn in ipairs(block[list]) do
        well = well and try(fn)
      end
    end
  end
  if well then
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

-- Has a function run at the end of the running test.
function M.finally(fn)
  check_function("finally", fn)
  if not running then
    errors.raise("finally: no test runs")
  end
  running.finally = running.finally or {}
  table.insert(running.finally, fn)
end

-- Runs the tests declared by `fn` at once, one after the other, as part of the running one.
function M.run_inside(fn)
  local outer, outer_tests = running, tests
  running, tests = nil, {}
  local back <close> = setmetatable({}, {
    __close = function()
      running, tests = outer, outer_tests
    end,
  })
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
