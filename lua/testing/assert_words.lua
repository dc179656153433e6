-- `assert` in tests. A call is the assert of Lua; a chain of words names a check, as in `assert.are.same(a, b)`,
-- `assert.is_not_nil(x)` and `assert.has_no.errors(fn)`. Filler words such as `are` have no meaning.

local import, py = ...
local checks = import "testing/assert"
local errors = import "core/errors"
local failures = import "testing/failures"
local proxies = import "core/sandbox/proxies"

local fillers = {
  a = true, an = true, are = true, be = true, been = true, does = true, has = true, have = true, is = true, to = true,
  was = true,
}
local negations = { no = true, ["not"] = true, arent = true, isnt = true, hasnt = true }

local check_names = {}
for name in next, checks do
  check_names[#check_names + 1] = name
end
table.sort(check_names)

local new_chain

-- The chain after one more word; it can be called when its words name a check.
local function continue(negated, words, word)
  local next_words = {}
  for _, earlier in ipairs(words) do
    next_words[#next_words + 1] = earlier
  end
  for part in string.gmatch(word:lower(), "[^_]+") do
    if #next_words == 0 and negations[part] then
      negated = not negated
    elseif #next_words > 0 or not fillers[part] then
      next_words[#next_words + 1] = part
    end
  end
  local name = table.concat(next_words, "_")
  if name ~= "" and not checks[name] then
    local is_prefix
    for _, check_name in ipairs(check_names) do
      -- The start of a longer name, as `error` is of `error_matches`.
      is_prefix = is_prefix or check_name:sub(1, #name + 1) == name .. "_"
    end
    if not is_prefix then
      py.test_unknown_check(word, name, table.concat(check_names, "\0"))
    end
  end
  return new_chain(negated, next_words)
end

function new_chain(negated, words)
  local name = table.concat(words, "_")
  return proxies.new("assert", {
    __index = function(_, word)
      if type(word) ~= "string" then
        return nil
      end
      return continue(negated, words, word)
    end,
    __call = function(_, ...)
      if name == "" and not negated then
        -- The assert of Lua.
        local value = ...
        if value then
          return ...
        elseif select("#", ...) == 0 then
          error("bad argument #1 to 'assert' (value expected)", 2)
        end
        local message = select(2, ...)
        if select("#", ...) >= 2 and type(message) ~= "string" then
          error(message, 0)
        end
        failures.fail(message or "assertion failed!")
      end
      local check = checks[name]
      if not check then
        errors.raise("assert." .. (name == "" and "is_not" or name) .. " names no check: add one of "
          .. table.concat(check_names, ", "))
      end
      failures.judge(negated, check(...))
      return ...
    end,
  })
end

return new_chain(false, {})
