-- The environment of a mod, its globals: what it sees of Lua, copied from the lists below and from nothing else.
--
-- Left out, with the reason: io, os, package, require of files outside the mod, debug, dofile and loadfile by real path
-- (files); string.dump and binary chunks (they can crash the interpreter); collectgarbage, newproxy (time and
-- addresses); warn (writes to the real standard error).

local import, py = ...
local ambient = import "core/ambient"
local errors = import "core/errors"
local budget = import "core/sandbox/budget"
local changes = import "core/changes"
local class = import "core/class"
local old_functions = import "core/sandbox/old_functions"
local compiler = import "core/compiler"
local old_numbers = import "core/sandbox/old_numbers"
local stable_order = import "core/sandbox/stable_order"
local math_random = import "core/sandbox/math_random"
local patterns = import "core/sandbox/patterns"
local protect = import "core/sandbox/protect"
local text = import "core/sandbox/text"
local table_library = import "core/sandbox/table_library"
local proxies = import "core/sandbox/proxies"

-- Bytecode begins with it.
local ESCAPE = 27
local handles = import "core/border/handles"
local locked = handles.locked

local M = {}

-- Functions that are safe as they are.
local base = {
  "assert", "error", "ipairs", "rawequal", "select", "_VERSION",
}

local safe = {
  math = {
    "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "frexp", "huge", "log", "max",
    "maxinteger", "min", "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan", "tointeger", "type", "ult",
  },
  string = { "len" },
  utf8 = { "charpattern" },
}

-- Functions that differ from Lua's.
local replaced = {
  string = {
    find = patterns.find, format = text.format, gmatch = patterns.gmatch, gsub = patterns.gsub, match = patterns.match,
    rep = patterns.rep, byte = text.strings.byte, char = text.strings.char, lower = text.strings.lower,
    reverse = text.strings.reverse, sub = text.strings.sub, upper = text.strings.upper,
    pack = text.strings.pack, packsize = text.strings.packsize, unpack = text.strings.unpack,
  },
  utf8 = text.utf8,
}

local function add(target, functions)
  for name, fn in next, functions do
    target[name] = fn
  end
  return target
end

local function pick(names, from)
  local functions = {}
  for _, name in ipairs(names) do
    functions[name] = from[name]
  end
  return functions
end

-- Name of a library -> its functions.
local libraries = { table = add({}, table_library) }
for name, names in next, safe do
  libraries[name] = add(pick(names, _G[name]), replaced[name] or {})
end

local function checked(name, t, expected)
  if type(t) ~= "table" or locked[debug.getmetatable(t)] then
    expected = expected or "table"
    error("bad argument #1 to '" .. name .. "' (" .. expected .. " expected, got " .. stable_order.type(t) .. ")", 3)
  end
end

local shared = {
  pairs = stable_order.pairs,
  pcall = protect.pcall_of_mod,
  xpcall = protect.xpcall_of_mod,
  type = stable_order.type,
  tonumber = text.tonumber,
  tostring = text.tostring,
}

-- Reading a proxy reads the table behind it.
function shared.rawget(t, key)
  checked("rawget", t)
  return proxies.rawget(t, key)
end

function shared.rawset(t, key, value)
  checked("rawset", t)
  -- Proxies and classes have metatables, most tables have none.
  if debug.getmetatable(t) then
    proxies.check_changeable(t, key)
    local original = proxies.original(t) or t
    local set = class.is_class(original) and class.set or rawset
    set(original, key, value)
  else
    rawset(t, key, value)
  end
  return t
end

function shared.rawlen(v)
  if type(v) ~= "string" then
    checked("rawlen", v, "table or string")
  end
  return rawlen(proxies.original(v) or v)
end

function shared.next(t, key)
  if proxies.original(t) then
    return proxies.next(t, key)
  end
  return stable_order.next(t, key)
end

function shared.getmetatable(...)
  -- The metatable of strings belongs to all mods.
  if type((...)) == "table" then
    return getmetatable((...))
  elseif select("#", ...) == 0 then
    error("bad argument #1 to 'getmetatable' (value expected)", 2)
  end
  return nil
end

-- Number of warnings that are still given.
local weak_warnings = 50

function shared.setmetatable(t, ...)
  checked("setmetatable", t)
  local meta = ...
  if type(meta) ~= "table" and (meta ~= nil or select("#", ...) == 0) then
    error("bad argument #2 to 'setmetatable' (nil or table expected, got "
      .. (select("#", ...) == 0 and "no value" or stable_order.type(meta)) .. ")", 2)
  end
  if weak_warnings > 0 and type(meta) == "table" and rawget(meta, "__mode") ~= nil then
    weak_warnings = weak_warnings - 1
    local file, line = errors.where()
    py.warn("a table is made weak: what remains in it depends on when Lua collects garbage, not on the seed", file,
      line, nil, "weak-table")
  end
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then
    error("bad argument #2 to 'setmetatable' (__gc is not available to mods)", 2)
  end
  changes.note_metatable(t, meta)
  return setmetatable(t, meta)
end

-- Only the host chooses chunk names, so a mod cannot pass its code off as code of another mod.
local function chunk_name(mod, name)
  if type(name) ~= "string" or name == "" then
    return mod.id .. "/loaded text"
  end
  return mod.id .. "/loaded " .. name:sub(1, 40):gsub("[^%w%._/ -]", "?")
end

-- A number as the text that Lua takes it for; other values as they are.
local function text_of(value)
  return type(value) == "number" and text.tostring(value) or value
end

-- Raises as Lua does when an optional argument of `load` is no text.
local function check_text(position, value)
  if value ~= nil and type(value) ~= "string" then
    error("bad argument #" .. position .. " to 'load' (string expected, got " .. stable_order.type(value) .. ")", 3)
  end
end

-- Returns why a chunk that begins with a piece is not loaded; nil if it is.
local function refusal(piece, mode)
  if string.byte(piece) == ESCAPE then
    return "attempt to load a binary chunk (mode is 't')"
  elseif not mode:find("t", 1, true) then
    return "attempt to load a text chunk (mode is '" .. mode .. "')"
  end
end

local function loader_for(mod, env)
  return function(...)
    local chunk, name, mode = ...
    chunk, name, mode = text_of(chunk), text_of(name), text_of(mode)
    check_text(3, mode)
    check_text(2, name)
    mode = mode == nil and "t" or mode
    if type(chunk) == "function" then
      local pieces, reader = {}, chunk
      repeat
        local ok, piece = protect.try(reader)
        if not ok then
          return nil, piece
        end
        piece = text_of(piece)
        if piece ~= nil and type(piece) ~= "string" then
          return nil, "reader function must return a string"
        end
        local message = #pieces == 0 and refusal(piece or "", mode)
        if message then
          return nil, message
        end
        pieces[#pieces + 1] = piece
      until piece == nil or piece == ""
      chunk = table.concat(pieces)
    elseif type(chunk) ~= "string" then
      local got = select("#", ...) == 0 and "no value" or stable_order.type(chunk)
      error("bad argument #1 to 'load' (function expected, got " .. got .. ")", 2)
    else
      local message = refusal(chunk, mode)
      if message then
        return nil, message
      end
    end
    local target = env
    if select("#", ...) > 3 then
      target = select(4, ...)
    end
    local compiled, message = compiler.load(chunk, chunk_name(mod, name), target, mod.has_old_lua)
    if compiled then
      ambient.prepare(mod, chunk)
      return compiled
    end
    return nil, message
  end
end

-- print: joins its arguments by a tab, or as the first dialect of the mod does; a dialect can print for one player.
local function print_for(mod)
  local show = mod.has_old_lua and old_numbers.tostring or text.tostring
  return function(...)
    local first, prefix = 1, ""
    local player = handles.index("player", (...))
    if player then
      first, prefix = 2, "to player " .. (player < 0 and "of a game that is over" or player + 1) .. ": "
    end
    local parts, values = {}, { ... }
    for i = first, select("#", ...) do
      parts[#parts + 1] = show(values[i])
    end
    budget.charge(#parts)
    py.print(prefix .. table.concat(parts, mod.print_separator or "\t"))
  end
end

-- Makes the environment of a mod.
function M.new(mod)
  local env = add(pick(base, _G), shared)
  for name, functions in next, libraries do
    env[name] = add({}, functions)
  end
  env.unpack = table_library.unpack
  env.coroutine = protect.coroutine_library()
  env.math.random, env.math.randomseed = math_random(mod)
  env.load = loader_for(mod, env)
  env.print = print_for(mod)
  env.debug = { traceback = text.traceback }
  old_functions.add(env, mod)
  if mod.has_old_lua then
    mod.modules = old_numbers.add(env, mod)
  end
  env._G = env
  return env
end

-- All mods share the string methods of Lua, which no mod can reach.
local string_methods = add({}, libraries.string)
do
  local meta = debug.getmetatable("")
  meta.__index = string_methods
  meta.__metatable = false
end

-- Lets find(name) find string methods that Lua does not have.
function M.on_missing_method(find)
  setmetatable(string_methods, {
    __index = function(_, name)
      return find(name)
    end,
  })
end

return M
