-- Test files of mods: opens a file, lists its tests, and runs one of them.

local import = ...
local ambient = import "core/ambient"
local assertion = import "testing/assert_words"
local errors = import "core/errors"
local codea = import "testing/codea"
local failures = import "testing/failures"
local forall = import "testing/forall"
local loader = import "core/loader"
local maps = import "testing/maps"
local opennefia = import "testing/opennefia"
local registry = import "testing/registry"
local signatures = import "core/border/signatures"
local tested = import "core/tested"
local text = import "core/sandbox/text"
local unions = import "core/unions"
local values = import "core/border/values"
local proxies = import "core/sandbox/proxies"

local M = {}

-- The open file: mod, source (chunk name), env (the environment of its globals), disabled (line and reason of each call
-- of `disable`), tests, functions (by name).
local open

local function describe(name)
  return function(title, fn)
    registry.describe(name, title, fn)
  end
end

local function it(name)
  return function(title, fn)
    -- A test without a function is not written yet.
    registry.add(name, title, fn, fn == nil and "not written yet" or nil)
  end
end

local function hook(list)
  return function(fn)
    registry.hook(list, fn)
  end
end

local function pending(title)
  if registry.is_running() then
    failures.skip(title == nil and "pending" or text.tostring(title))
  end
  registry.add("pending", title, nil, "pending")
end

-- A table of functions for tests under a name that a dialect may define too: then the union of both, unless the table
-- of the dialect has these functions. Returns nil when the mod itself assigned the name.
local function join_with_dialect(mod, env, name, functions)
  signatures.apply("testing", name, functions)
  local current = env[name]
  if current == nil then
    return proxies.fixed(name, functions)
  elseif not rawequal(current, mod.initial_names[name]) then
    return nil
  end
  for key in next, functions do
    if current[key] ~= nil then
      return nil
    end
  end
  return unions.of(name, proxies.fixed(name, functions), nil, current)
end

-- The names of a test file besides the names of its mod.
local function names_for(mod, env)
  local names = {
    describe = describe "describe", context = describe "context", insulate = describe "insulate",
    expose = describe "expose", it = it "it", spec = it "spec", pending = pending,
    before_each = hook "before", after_each = hook "after",
    setup = hook "setup", teardown = hook "teardown",
    lazy_setup = hook "setup", lazy_teardown = hook "teardown",
    strict_setup = hook "setup", strict_teardown = hook "teardown",
    finally = registry.finally, assert = assertion, forall = forall, generate = maps.generate, game = maps.game,
    tween = join_with_dialect(mod, env, "tween", { advance = maps.advance }),
    World = join_with_dialect(mod, env, "World", { pass_time_in_seconds = maps.advance }),
    _ = codea.unit(), CodeaUnit = {},
  }
  function names.disable(reason)
    local _, line = errors.where()
    open.disabled[#open.disabled + 1] = { line, reason == nil and "disabled" or text.tostring(reason) }
  end
  -- Files that tests require have no test names, but can require them as "host.testing".
  local require_of_mod = rawget(mod.env, "require")
  function names.require(name)
    if name == "api.test.Assert" then
      return opennefia
    elseif name == "host.testing" then
      return proxies.fixed("host.testing", names)
    end
    return require_of_mod(name)
  end
  rawset(mod.env, "require", names.require)
  return signatures.apply("testing", "", names)
end

-- The environment of a test file: it reads the names of tests, then the names of the mod. Its assignments change the
-- environment of the mod.
local function environment_for(mod)
  local env = mod.namespace or mod.env
  local names = names_for(mod, env)
  mod.test_names = names
  return env, setmetatable({}, {
    __metatable = false,
    __index = function(_, name)
      local value = names[name]
      if value == nil then
        value = env[name]
      end
      return value
    end,
    __newindex = function(_, name, value)
      names[name] = nil
      if debug.getmetatable(env) and type(name) ~= "nil" then
        rawset(env, name, value)
      else
        env[name] = value
      end
    end,
  })
end

-- Called after the mods are loaded: loads this module and all dialects before the first fork, which then starts without
-- garbage.
function M.ready()
  for _, mod in next, loader.by_number do
    ambient.complete(mod)
  end
  collectgarbage()
end

-- Runs a test file of a mod. Then `tests` and `functions` list its tests.
function M.open(number, path)
  local mod = loader.by_number[number]
  ambient.complete(mod)
  registry.reset()
  failures.reset()
  local env, file_env = environment_for(mod)
  tested.mod, tested.file = mod, mod.id .. "/" .. path
  open = { mod = mod, source = "@" .. mod.id .. "/" .. path, env = env, disabled = {}, functions = {} }
  loader.compile(mod, path, file_env)()
  open.tests = registry.take()
end

-- The global functions of the file whose names start with `test`, by line. Functions that start with `Test` are added
-- as skipped tests, so that the report shows them.
local function find_functions()
  local list = {}
  for name, value in next, open.env do
    local is_test = type(name) == "string" and string.match(name, "^test")
    if type(value) == "function" and (is_test or type(name) == "string" and string.match(name, "^Test[_%u%d]")) then
      local info = debug.getinfo(value, "S")
      if info.source == open.source then
        open.functions[name] = value
        list[#list + 1] = { name = name, line = info.linedefined,
          skip = not is_test and ("%s is not a test: the name must start with a small t, as test%s"):format(name,
            name:sub(5)) or nil }
      end
    end
  end
  table.sort(list, function(a, b)
    return a.line < b.line or a.line == b.line and a.name < b.name
  end)
  -- `disable` skips the next function.
  local unused = {}
  for _, call in ipairs(open.disabled) do
    local is_used
    for _, fn in ipairs(list) do
      if fn.line > call[1] then
        fn.skip, is_used = fn.skip or call[2], true
        break
      end
    end
    if not is_used then
      unused[#unused + 1] = { name = "disable", line = call[1],
        skip = "disable skips the next function test…: there is none" }
    end
  end
  return table.move(unused, 1, #unused, #list + 1, list)
end

local function describe_tests(tests)
  local list = {}
  for i, test in ipairs(tests) do
    list[i] = { name = test.name, line = test.line, skip = test.skip }
  end
  return list
end

-- Name, line and skip reason of the test functions of the file. Call it before `declared_by`.
function M.functions()
  return values.flatten(describe_tests(find_functions()))
end

-- Name, line and skip reason of the tests that the file declares itself.
function M.declared()
  return values.flatten(describe_tests(open.tests))
end

-- Calls a function named `test…`, which may declare tests as in CodeaUnit. Returns these tests; an empty list means
-- that the function itself is a test.
function M.declared_by(name)
  local failure = failures.attempt(open.functions[name])
  local tests = registry.take()
  return values.flatten(describe_tests(failure == nil and tests or {}))
end

-- Runs a test: number `position` of those that the file declares (empty name) or that its function `name` declares, or
-- the function itself (position 0).
function M.run(name, position)
  failures.reset()
  codea.reset()
  local test
  if name == "" then
    test = open.tests[position]
  elseif position == 0 then
    test = { name = name, fn = open.functions[name] }
  else
    failures.attempt(open.functions[name])
    test = registry.take()[position]
  end
  local skipped = registry.run(test)
  return values.flatten { skipped = skipped, failures = failures.list }
end

return M
