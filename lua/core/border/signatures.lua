-- Signatures: what the functions that are written in Lua take. Each is declared once, in a text in lua/DIALECT/api, of
-- which also the pages in docs/api and the stubs of editors are made; here the texts check arguments.
--
-- A text is looked through when the first table of its dialect is given its checks; what is declared of a function is
-- read at its first call.

local import, py = ...
local errors = import "core/errors"
local checkers = import "core/border/checkers"
local class = import "core/class"
local stable_order = import "core/sandbox/stable_order"
local typos = import "core/typos"
local text = import "core/sandbox/text"

local raise, shown = errors.raise, text.shown
local error, ipairs, load, math_type, next, rawget, rawset, select, tostring, type =
  error, ipairs, load, math.type, next, rawget, rawset, select, tostring, type
local getmetatable = debug.getmetatable
local concat, unpack = table.concat, table.unpack
local byte, find, format, gmatch, gsub, match, sub =
  string.byte, string.find, string.format, string.gmatch, string.gsub, string.match, string.sub

local M = {}

-- A list that goes on for longer has no end.
local LONGEST = 100000

-- dialect -> { functions (owner -> signatures), within (title -> what is declared after it, of those that check their
-- arguments themselves), records (name -> its text, or once it is read its type) }. A signature: dialect, title (what
-- messages call it), key, rest (what is declared after the title), method, check (what is called with the arguments,
-- once it is made).
local dialects = {}

-- dialect -> class -> { checker, accepts, quick, given, noun, meant }.
local kinds = {}
-- dialect -> list of classes whose values are made into what they mean.
local with_meaning = {}

-- What messages call the function whose arguments are looked at.
local speaking

-- Says how a value of a class is known: by `accepts(value)`, or by a set of metatables (see `class.metatables`); and
-- what it is called: "a map". With `meant`, the function gets meant(value) in place of a value.
function M.kind(dialect, name, accepts, noun, meant)
  local of, given, quick = kinds[dialect] or {}, accepts, "%g(%s)"
  kinds[dialect] = of
  if type(given) == "table" then
    quick = "%g[getmetatable(%s)]"
    function accepts(value)
      return given[getmetatable(value)]
    end
  end
  of[name] = {
    checker = checkers.atom(name, accepts, "must be " .. noun), accepts = accepts, quick = quick, given = given, noun = noun,
    meant = meant,
  }
  if meant then
    with_meaning[dialect] = with_meaning[dialect] or {}
    with_meaning[dialect][#with_meaning[dialect] + 1] = name
  end
end

local function signature_of(dialect, title, rest)
  local owner, sign, key = match(title, "^(.*)([.:])([%w_]+)$")
  local marks = find(rest, " -- ", 1, true)
  return {
    dialect = dialect, title = title, key = key or title, rest = rest, owner = owner or "", method = sign == ":",
    on_class = marks and find(rest, "on_class", marks, true) ~= nil,
  }
end

-- Of those that check their arguments themselves only the text is kept: few are ever asked for.
local function read_function(known, dialect, title, rest)
  local marks = find(rest, " -- ", 1, true)
  if marks and find(rest, "within", marks, true) then
    known.within[title] = rest
    return
  end
  local signature = signature_of(dialect, title, rest)
  local list = known.functions[signature.owner] or {}
  known.functions[signature.owner] = list
  list[#list + 1] = signature
end

-- Line by line, for most of a text is for readers: what a function takes is read when it is called.
local function read_text(known, dialect, declared)
  local at, record, from = 1, nil, nil
  while at do
    local first = byte(declared, at)
    -- A letter or an underscore.
    if first and first > 64 then
      if record then
        known.records[record] = sub(declared, from, at - 2)
        record = nil
      end
      local title, rest = match(declared, "^([%w_.:]+)(%([^\n]*)", at)
      if title then
        read_function(known, dialect, title, rest)
      else
        record = match(declared, "^record ([%w_]+)", at)
        from = at
      end
    end
    at = find(declared, "\n", at, true)
    at = at and at + 1
  end
  if record then
    known.records[record] = sub(declared, from)
  end
end

local function known_of(dialect)
  local known = dialects[dialect]
  if not known then
    known = { functions = {}, within = {}, records = {} }
    for name in gmatch(py.declarations(dialect), "[^\0]+") do
      read_text(known, dialect, load(py.library(name), "=[host]/" .. name .. ".lua", "t")())
    end
    dialects[dialect] = known
  end
  return known
end

-- The types -----------------------------------------------------------------------------------------------------------

local ATOMS = {
  any = "any", ["nil"] = "nil", boolean = "boolean", integer = "int", number = "number", string = "string",
  table = "table", ["function"] = "function", thread = "thread", truth = "any",
}

-- Tests that settle most calls without a checker; `%s` is the value. Whatever they refuse is looked at by the checker.
local QUICK = {
  any = "true", ["nil"] = "%s == nil", boolean = 'type(%s) == "boolean"', integer = 'math_type(%s) == "integer"',
  number = 'type(%s) == "number"', string = 'type(%s) == "string"', ["function"] = 'type(%s) == "function"',
  truth = "true",
}

-- A declaration as its tokens: names, words in quotes, "..." and signs.
local function tokens_of(line)
  local list, at = {}, 1
  while at <= #line do
    local from, to = find(line, "^%s+", at)
    if not from then
      from, to = find(line, "^[%a_][%w_.]*", at)
      if not from then
        from, to = find(line, '^"[^"]*"', at)
      end
      if not from then
        from, to = find(line, "^%.%.%.", at)
      end
      if not from then
        from, to = at, at
      end
      list[#list + 1] = sub(line, from, to)
    end
    at = to + 1
  end
  return { list = list, at = 1, line = line }
end

local function wrong(tokens, what)
  error(format("declaration %s: %s at %s", tokens.line, what, tostring(tokens.list[tokens.at])), 0)
end

local function accept(tokens, token)
  if tokens.list[tokens.at] == token then
    tokens.at = tokens.at + 1
    return true
  end
end

local function expect(tokens, token)
  if not accept(tokens, token) then
    wrong(tokens, token .. " is missing")
  end
end

-- The type of classes: `class`, or `class<Name>` for those that are made from one, which is for the reader.
local function read_class(dialect, tokens)
  if accept(tokens, "<") then
    tokens.at = tokens.at + 1
    expect(tokens, ">")
  end
  return kinds[dialect] and kinds[dialect].class or wrong(tokens, "there is no kind for classes")
end

local any_list = checkers.atom("list", checkers.is_table, "must be a list")

local function list_of(of)
  return checkers.define(checkers.name(of) .. "[]", function(value, path, found)
    if not checkers.is_table(value) then
      return checkers.fault(found, path, value, "must be a list")
    end
    for i, item in ipairs(value) do
      if i > LONGEST then
        return checkers.fault(found, path, value, "must end: it has more than " .. LONGEST .. " elements")
      end
      checkers.run(of, item, path .. "[" .. i .. "]", found)
    end
  end)
end

local read_type, record_test

-- A type is { checker, quick (a test with %s for the value and %d for `given`), given (what the test calls or reads),
-- optional }.
local function read_record(dialect, name, block)
  local parts, names, fields = {}, {}, {}
  local record = {}
  -- There first, for one that holds its like.
  local checker = checkers.define(name, function(value, path, found)
    if not checkers.is_table(value) then
      return checkers.fault(found, path, value, "must be a table")
    end
    for i, key in ipairs(names) do
      checkers.run(parts[i], value[key], checkers.step(path, key), found)
    end
    record.look(value, path, found)
  end)
  -- A record in a record is left to the checker, which knows how deep it is.
  local kind = { checker = checker, quick = "false" }
  known_of(dialect).records[name] = kind
  for line in gmatch(block, "\n  ([%a_][%w_]*:[^\n]*)") do
    local tokens = tokens_of((gsub(line, '%s=%s.*$', "")))
    names[#names + 1] = tokens.list[1]
    tokens.at = 2
    expect(tokens, ":")
    fields[#fields + 1] = read_type(dialect, tokens)
    parts[#parts + 1] = fields[#fields].checker
  end
  local known = typos.names(concat(names, " "))
  local manner = match(block, "^[^\n]* %-%- (%a+)")
  if manner == "strict" then
    local rule = "there is no field of that name, but " .. gsub(concat(names, ", "), ", ([%w_]+)$", " and %1")
    function record.look(value, path, found)
      for key, item in stable_order.pairs(value) do
        if not known[key] then
          checkers.fault(found, checkers.step(path, key), item, rule, type(key) == "string" and key or nil, names)
        end
      end
    end
  elseif manner == "warned" then
    function record.look(value)
      typos.check(value, known, speaking)
    end
  else
    function record.look() end
    kind = { checker = checker, quick = "%g(%s)", given = record_test(names, fields) }
    known_of(dialect).records[name] = kind
  end
  return kind
end

local function named(dialect, name, tokens)
  local of, plain = dialect, name
  if find(name, ".", 1, true) then
    of, plain = match(name, "^([%w_]+)%.([%w_]+)$")
  end
  local kind = kinds[of] and kinds[of][plain] or kinds.host and kinds.host[plain]
  if kind then
    return kind
  end
  local record = known_of(of).records[plain]
  if type(record) == "string" then
    record = read_record(of, plain, record)
  end
  if record then
    return record
  end
  tokens.at = tokens.at - 1
  wrong(tokens, "there is no type, record or kind of that name")
end

-- Only that it can be called is checked.
local function read_callback(dialect, tokens)
  if accept(tokens, "(") then
    while not accept(tokens, ")") do
      tokens.at = tokens.at + 1
      expect(tokens, ":")
      read_type(dialect, tokens)
      accept(tokens, ",")
    end
    if accept(tokens, ":") then
      read_type(dialect, tokens)
    end
  end
  return { checker = checkers.atoms["function"], quick = QUICK["function"] }
end

local function read_primary(dialect, tokens)
  local token = tokens.list[tokens.at]
  tokens.at = tokens.at + 1
  if token == "(" then
    local inner = read_type(dialect, tokens)
    expect(tokens, ")")
    return inner
  elseif token == "fun" then
    return read_callback(dialect, tokens)
  elseif token == "class" then
    return read_class(dialect, tokens)
  elseif token == "table" and accept(tokens, "<") then
    local key = read_type(dialect, tokens)
    expect(tokens, ",")
    local item = read_type(dialect, tokens)
    expect(tokens, ">")
    return { checker = checkers.make.map(key.checker, item.checker), quick = "false" }
  elseif token == "table" then
    return { checker = checkers.atoms.table, quick = "%g(%s)", given = checkers.is_table }
  elseif token and ATOMS[token] then
    return { checker = checkers.atoms[ATOMS[token]], quick = QUICK[token] or "false" }
  elseif token and find(token, '^"') then
    return { word = sub(token, 2, -2) }
  elseif not token or not find(token, "^[%a_]") then
    tokens.at = tokens.at - 1
    wrong(tokens, "a type is missing")
  end
  return named(dialect, token, tokens)
end

-- Words that stand side by side are one choice.
local function settle_words(words)
  if #words == 0 then
    return nil
  end
  local set = {}
  for _, word in ipairs(words) do
    set[word] = true
  end
  return { checker = checkers.make.literal(unpack(words)), quick = "%g[%s]", given = set }
end

function read_type(dialect, tokens)
  local parts, words, is_optional = {}, {}, false
  repeat
    local part = read_primary(dialect, tokens)
    while true do
      if accept(tokens, "[") then
        expect(tokens, "]")
        part = part.word and settle_words { part.word } or part
        if part.checker == checkers.atoms.any then
          part = { checker = any_list, quick = "%g(%s)", given = checkers.is_table }
        else
          part = { checker = list_of(part.checker), quick = "false" }
        end
      elseif accept(tokens, "?") then
        is_optional = true
      else
        break
      end
    end
    if part.word then
      words[#words + 1] = part.word
    elseif part.checker == checkers.atoms["nil"] and (tokens.list[tokens.at] == "|" or parts[1] or words[1]) then
      -- One that may be left out.
      is_optional = true
    else
      parts[#parts + 1] = part
    end
  until not accept(tokens, "|")
  parts[#parts + 1] = settle_words(words)
  local found = parts[1]
  if parts[2] then
    local all, meant = {}, nil
    for i, part in ipairs(parts) do
      all[i] = part.checker
      meant = meant or part.meant
    end
    found = { checker = checkers.make.some(unpack(all)), several = parts, meant = meant }
  end
  if is_optional then
    found = { checker = checkers.make.optional(found.checker), optional = found, meant = found.meant }
  end
  return found
end

-- The test of a type for the value `name`; what it needs is added to `given`.
local function quick_test(kind, name, given)
  if kind.optional then
    return "(" .. name .. " == nil or " .. quick_test(kind.optional, name, given) .. ")"
  elseif kind.several then
    local tests = {}
    for i, part in ipairs(kind.several) do
      tests[i] = quick_test(part, name, given)
    end
    return "(" .. concat(tests, " or ") .. ")"
  end
  if kind.given ~= nil then
    given[#given + 1] = kind.given
  end
  return (gsub(kind.quick, "%%(%a)", { s = name, g = "given" .. #given }))
end

-- A test for records: nothing is said of what fails it.
function record_test(names, fields)
  local given, tests = {}, { "is_table(value)" }
  for i, name in ipairs(names) do
    tests[#tests + 1] = quick_test(fields[i], 'value["' .. name .. '"]', given)
  end
  local head = "local is_table, type, math_type, getmetatable"
  for i = 1, #given do
    head = head .. ", given" .. i
  end
  local source = head .. " = ... return function(value) return " .. concat(tests, " and ") .. " end"
  return load(source, "=[host]/core/border/signatures.lua", "t", {})(checkers.is_table, type, math_type, getmetatable, unpack(given))
end

-- Calls ---------------------------------------------------------------------------------------------------------------

-- Raises the first thing that is wrong.
local function tell(title, found)
  local one = found[1]
  local hint
  if one.word and type(one.type) == "table" then
    hint = py.suggest(one.word, concat(one.type, "\0"))
  end
  raise(title .. ": " .. checkers.sentence(one) .. (hint and "; " .. hint or ""))
end

local function look(title, kind, value, path)
  local found = {}
  speaking = title
  checkers.run(kind.checker, value, path, found)
  if found[1] then
    tell(title, found)
  end
end

-- What is called on something: its class knows it, or it is at least a table.
local function self_kind(signature)
  return kinds[signature.dialect] and kinds[signature.dialect][match(signature.owner, "[%w_]+$")]
end

local function read_params(signature)
  local tokens = tokens_of((gsub(signature.title .. signature.rest, "%s+%-%-%s.*$", "")))
  local params, rest = {}, nil
  tokens.at = 2
  while tokens.list[tokens.at] ~= "(" do
    tokens.at = tokens.at + 1
  end
  expect(tokens, "(")
  while not accept(tokens, ")") do
    local name = tokens.list[tokens.at]
    tokens.at = tokens.at + 1
    expect(tokens, ":")
    local kind = read_type(signature.dialect, tokens)
    if name == "..." then
      rest = kind
    else
      params[#params + 1] = { name = name, kind = kind }
    end
    if not accept(tokens, ",") and tokens.list[tokens.at] ~= ")" then
      wrong(tokens, "a comma is missing")
    end
  end
  return params, rest
end

-- The full look at the arguments of a call.
local function looker(signature, params, rest)
  local title, first = signature.title, 0
  local of = signature.method and self_kind(signature)
  if signature.method or signature.constructs then
    first = 1
  end
  local function is_called_well(self)
    if of and not signature.on_class then
      return of.accepts(self)
    end
    return type(self) == "table"
  end
  return function(...)
    if signature.method and not is_called_well((...)) then
      raise(format("%s is called on %s: must be called with a colon%s", title, shown((...)),
        of and ", on " .. of.noun or ""))
    end
    for i, param in ipairs(params) do
      look(title, param.kind, (select(i + first, ...)), param.name)
    end
    for i = #params + 1, rest and select("#", ...) - first or 0 do
      look(title, rest, (select(i + first, ...)), "argument " .. i)
    end
  end
end

-- What is called with the arguments before the function is: raises what is wrong with them, and answers the arguments
-- if one may mean something else. Most calls are settled by a test that is compiled for the signature.
local function compile(signature)
  local params, rest = read_params(signature)
  local names, tests, given = {}, {}, {}
  if signature.method then
    local of = not signature.on_class and self_kind(signature)
    names[1] = "self"
    tests[1] = quick_test(of or { quick = 'type(%s) == "table"' }, "self", given)
  elseif signature.constructs then
    names[1] = "self"
  end
  local meanings = {}
  for i, param in ipairs(params) do
    local name = "a" .. i
    names[#names + 1] = name
    local test = quick_test(param.kind, name, given)
    if param.kind.meant then
      given[#given + 1] = param.kind.meant
      meanings[name] = format("%s and given%d(%s)", name, #given, name)
    end
    if test ~= "true" and not find(test, "or true)", 1, true) then
      tests[#tests + 1] = test
    end
  end
  local looks_at_rest = rest and rest.checker ~= checkers.atoms.any
    and not (rest.optional and rest.optional.checker == checkers.atoms.any)
  local all = concat(names, ", ")
  if rest then
    all = all .. (names[1] and ", ..." or "...")
  end
  local answers = ""
  if next(meanings) then
    for i, name in ipairs(names) do
      names[i] = meanings[name] or name
    end
    answers = "\n  return " .. concat(names, ", ") .. (rest and ", ..." or "")
  end
  local given_names = {}
  for i = 1, #given do
    given_names[i] = "given" .. i
  end
  local source = format([[
local select, look, type, math_type, getmetatable%s = ...
return function(%s)
  if not (%s) then
    look(%s)
  end%s
end]], #given > 0 and ", " .. concat(given_names, ", ") or "", all,
    (looks_at_rest and "select('#', ...) == 0 and " or "") .. (tests[1] and concat(tests, " and ") or "true"), all, answers)
  return load(source, "=[host]/core/border/signatures.lua", "t", {})(
    select, looker(signature, params, looks_at_rest and rest or nil), type, math_type, getmetatable, unpack(given))
end

-- Whether an argument may be something that means something else.
local function has_meanings(signature)
  for _, name in ipairs(with_meaning[signature.dialect] or {}) do
    if find(signature.rest, name, 1, true) then
      return true
    end
  end
  return false
end

local function wrapped(signature, fn)
  local check
  function check(...)
    signature.check = signature.check or compile(signature)
    check = signature.check
    return check(...)
  end
  if has_meanings(signature) then
    return function(...)
      return fn(check(...))
    end
  end
  return function(...)
    check(...)
    return fn(...)
  end
end

-- For a function that looks at its arguments itself, as fast as it can: raises what is wrong with them by its
-- declaration. `title` is what is declared, such as "Grid:move".
function M.refuse(dialect, title, ...)
  local rest = known_of(dialect).within[title]
  if rest then
    local signature = signature_of(dialect, title, rest)
    looker(signature, read_params(signature))(...)
  end
end

-- Lets each function of `owner`, a table or a class that a dialect declares under `name` ("" for names that stand
-- alone), look at its arguments first. A class that is declared as a function, too, looks at those of its constructor.
function M.apply(dialect, name, owner)
  local known = known_of(dialect)
  for _, signature in ipairs(known.functions[name] or {}) do
    local fn = rawget(owner, signature.key)
    if type(fn) == "function" then
      rawset(owner, signature.key, wrapped(signature, fn))
    end
  end
  local constructor = name ~= "" and class.constructor(owner)
  local construct = constructor and rawget(owner, constructor)
  for _, signature in ipairs(construct and known.functions[""] or {}) do
    if signature.key == name then
      signature.constructs = true
      rawset(owner, constructor, wrapped(signature, construct))
    end
  end
  return owner
end

return M
