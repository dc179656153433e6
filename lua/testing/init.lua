-- Test files of mods: their environment, what they declare, and running one test.

local import = ...
local assertion = import "testing/assert"
local errors = import "core/errors"
local budget = import "core/sandbox/budget"
local codea = import "testing/codea"
local failures = import "testing/failures"
local forall = import "testing/forall"
local loader = import "core/loader"
local maps = import "testing/maps"
local opennefia = import "testing/opennefia"
local registry = import "testing/registry"
local text = import "core/sandbox/text"
local unions = import "core/unions"
local values = import "core/border/values"
local proxies = import "core/sandbox/proxies"

local getinfo, getmetatable = debug.getinfo, debug.getmetatable
local ipairs, next, rawequal, rawget, rawset, setmetatable, sort, type =
  ipairs, next, rawequal, rawget, rawset, setmetatable, table.sort, type
local match = string.match

local M = {}

-- The open file: its mod, chunk name, the environment in which its globals lie, and lines of calls of `disable`.
local open

local function describe(name)
  return function(title, fn)
    registry.describe(name, title, fn)
  end
end

local function it(name)
  return function(title, fn)
    -- Without a function it is one that is still to be written.
    registry.add(name, title, fn, fn == nil and "not written yet" or nil)
  end
end

local function hook(name, list)
  return function(fn)
    registry.hook(name, list, fn)
  end
end

local function pending(title)
  if registry.is_running() then
    failures.skip(title == nil and "pending" or text.tostring(title))
  end
  registry.add("pending", title, nil, "pending")
end

-- Functions that tests call by a name which a dialect may have given the mod already: joined with what it gave, unless
-- that has them. A name that is the mod's own stays so: nothing.
local function joined(mod, env, name, functions)
  local own = env[name]
  if own == nil then
    return proxies.fixed(name, functions)
  elseif not rawequal(own, mod.given[name]) then
    return nil
  end
  for key in next, functions do
    if own[key] ~= nil then
      return nil
    end
  end
  return unions.of(name, proxies.fixed(name, functions), nil, own)
end

-- Names that a test file finds besides those of its mod.
local function names_for(mod, env)
  local names = {
    describe = describe "describe", context = describe "context", insulate = describe "insulate",
    expose = describe "expose", it = it "it", spec = it "spec", pending = pending,
    before_each = hook("before_each", "before"), after_each = hook("after_each", "after"),
    setup = hook("setup", "setup"), teardown = hook("teardown", "teardown"),
    lazy_setup = hook("lazy_setup", "setup"), lazy_teardown = hook("lazy_teardown", "teardown"),
    strict_setup = hook("strict_setup", "setup"), strict_teardown = hook("strict_teardown", "teardown"),
    finally = registry.finally, assert = assertion.assert, forall = forall, generate = maps.generate, game = maps.game,
    tween = joined(mod, env, "tween", { advance = maps.advance "tween.advance" }),
    World = joined(mod, env, "World", { pass_time_in_seconds = maps.advance "World.pass_time_in_seconds" }),
    _ = codea.unit(), CodeaUnit = {},
  }
  function names.disable(reason)
    local _, line = errors.where()
    open.disabled[#open.disabled + 1] = { line, reason == nil and "disabled" or text.tostring(reason) }
  end
  -- Files that tests require are like any other of the mod, and may ask for all this by name.
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
  return names
end

-- The environment of a test file: reads its names, then those of the mod; what it sets is the mod's to see.
local function environment_for(mod)
  local env = mod.namespace or mod.env
  local names = names_for(mod, env)
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
      if getmetatable(env) and type(name) ~= "nil" then
        rawset(env, name, value)
      else
        env[name] = value
      end
    end,
  })
end

-- Called once the mods are loaded, so that this is too, and so that no fork begins with garbage to collect.
function M.ready()
  collectgarbage()
end

-- Runs a test file of a mod, after which `tests` and `functions` know what is in it.
function M.open(number, path, seconds)
  budget.stop_after(seconds)
  local mod = loader.by_number[number]
  registry.reset()
  failures.reset()
  local env, seen = environment_for(mod)
  open = { mod = mod, source = "@" .. mod.id .. "/" .. path, env = env, disabled = {}, functions = {} }
  loader.compile(mod, path, seen)()
  open.tests = registry.taken()
end

-- The global functions of the file whose names begin with `test`, in the order in which they are written; and those
-- that look as if they were meant to be tests, which are skipped and so are seen.
local function find_functions()
  local list = {}
  for name, value in next, open.env do
    local is_test = type(name) == "string" and match(name, "^test")
    if (is_test or type(name) == "string" and match(name, "^Test[_%u%d]")) and type(value) == "function" then
      local info = getinfo(value, "S")
      if info.source == open.source then
        list[#list + 1] = { name = name, fn = value, line = info.linedefined,
          skip = not is_test and name .. " is no test: the name of a test begins with a small t, as test" .. name:sub(5) or nil }
      end
    end
  end
  sort(list, function(a, b)
    return a.line < b.line or a.line == b.line and a.name < b.name
  end)
  -- `disable` is about the next function.
  local idle = {}
  for _, one in ipairs(open.disabled) do
    local found
    for _, fn in ipairs(list) do
      if fn.line > one[1] then
        fn.skip, found = fn.skip or one[2], true
        break
      end
    end
    if not found then
      idle[#idle + 1] = { name = "disable", line = one[1], skip = "disable leaves out the next function test…, and there is none" }
    end
  end
  table.move(idle, 1, #idle, #list + 1, list)
  open.functions = list
  return list
end

-- What the functions of the file are called, and their lines; to be asked for before `declared_by`.
function M.functions()
  local list = {}
  for i, one in ipairs(find_functions()) do
    list[i] = { name = one.name, line = one.line, skip = one.skip }
  end
  return values.flatten(list)
end

local function listed(tests)
  local list = {}
  for i, test in ipairs(tests) do
    list[i] = { name = test.name, line = test.line, skip = test.skip }
  end
  return list
end

-- What the file itself declares.
function M.declared()
  return values.flatten(listed(open.tests))
end

local function function_called(name)
  for _, one in ipairs(open.functions) do
    if one.name == name then
      return one
    end
  end
end

-- Has a function named `test…` declare its tests, as CodeaUnit has it. Returns what it declared; an empty list when it
-- is a test itself.
function M.declared_by(name)
  local wrong = failures.attempt(function_called(name).fn)
  local tests = registry.taken()
  return values.flatten(listed(wrong == nil and tests or {}))
end

-- Runs a test: the one with that position among those declared, by the file or by one of its functions; or the function
-- itself, when there is no position.
function M.run(name, position, seconds)
  budget.stop_after(seconds)
  failures.reset()
  codea.reset()
  local test
  if name == "" then
    test = open.tests[position]
  elseif position == 0 then
    test = { name = name, fn = function_called(name).fn }
  else
    failures.attempt(function_called(name).fn)
    test = registry.taken()[position]
  end
  local skipped = registry.run(test)
  return values.flatten { skipped = skipped, failures = failures.list }
end

return M
