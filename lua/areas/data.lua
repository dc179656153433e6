-- The registry of data as mods see it: types with fields, entries with ids `mod.name`, edits, extensions. What an entry
-- holds stays here, functions and all; Python's registry knows of each its type, id, mod, file and line.

local import, py = ...
local blame = import "host/blame"
local checkers = import "host/checkers"
local order = import "host/order"
local slips = import "host/slips"
local protect = import "host/protect"
local signatures = import "host/signatures"
local text = import "host/text"
local views = import "host/views"
local iterators = import "areas/iterators"

local finish, raise, where = blame.finish, blame.raise, blame.where
local fault, run, sentence, step = checkers.fault, checkers.run, checkers.sentence, checkers.step
local shown, read_only = text.shown, views.read_only
local concat, format, gsub, match, sort = table.concat, string.format, string.gsub, string.match, table.sort
local ipairs, math_type, next, rawget, rawset, setmetatable, type =
  ipairs, math.type, next, rawget, rawset, setmetatable, type

local M = {}

local MOST_ENTRIES = 100000
local MOST_TYPES = 2000
local FIRST_ORDER, ORDER_STEP = 100000, 1000

-- Who owns what the host itself registered.
local HOST = { id = "base", depends = {} }
M.HOST = HOST

-- Entries, so that what a save meets is known for one: entry -> record.
M.entries = setmetatable({}, { __mode = "k" })

-- full name -> type: { name, fields (list of { name, type, default, indexed }), by_name, strict, on_validate, fallbacks,
-- mod, file, line, records (id -> record), sorted (records in order, or nil), indexes (field -> value -> record) }.
-- A record: { id, entry, mod, file, line, order, type, extended }.
local kinds = {}
local kind_names = {}
local entry_count = 0
-- Edits in the order in which they were asked for: { type, key, fn, mod, file, line }.
local edits = {}
-- Whether mods are still loading: what is wrong is then told when that is over.
local loading = true
-- References to entries met by a check, to be looked up when all are there.
local references

local function is_table(value)
  return type(value) == "table" and order.type(value) == "table"
end

-- Calls back when entries of a type have been checked, or were forgotten: name -> function(record).
local on_ready = {}

function M.when_ready(kind, fn)
  on_ready[kind] = fn
end

-- ids ---------------------------------------------------------------------------------------------------------------

local function words(kind)
  local list = {}
  for id in next, kinds[kind] and kinds[kind].records or {} do
    list[#list + 1] = id
  end
  sort(list)
  return list
end

-- " did you mean …" for an id that is not there.
local function hint(word, list)
  return finish(py.nearest(word, concat(list, "\0"))) or ""
end

-- The record of an id of a type, or nil.
local function find(kind, id)
  local found = kinds[kind]
  return found and found.records[id]
end
M.find = find

-- The record of an id; a name without a mod means one of the running mod, then base, then elona.
function M.resolve(kind, id, mod, what)
  local record = find(kind, id)
  if not record and type(id) == "string" and not match(id, "%.") then
    record = mod and find(kind, mod.id .. "." .. id) or find(kind, "base." .. id) or find(kind, "elona." .. id)
  end
  if not record then
    if type(id) ~= "string" then
      raise(format("%s is %s: must be the id of a %s", what, shown(id), kind))
    end
    local close = hint(id, words(kind))
    raise(format("%s is %s: there is no %s of that id%s", what, shown(id), kind,
      close ~= "" and "; " .. close or ""))
  end
  return record
end

-- A checker for ids of a type.
function M.data_id(kind)
  return checkers.define('data_id("' .. kind .. '")', function(value, path, found)
    if not checkers.is_full_id(value) then
      fault(found, path, value, format("must be the id of a %s, such as my_mod.name", kind))
    elseif references then
      references[#references + 1] = { path, value, kind }
    elseif not find(kind, value) then
      fault(found, path, value, format("there is no %s of that id", kind), value, words(kind))
      found[#found].dangling = true
    end
  end, { told = "string" })
end

-- types -------------------------------------------------------------------------------------------------------------

local function check_name(value, what)
  if type(value) ~= "string" or not match(value, "^[a-z_][a-z0-9_]*$") then
    raise(format("%s is %s: must be a name of small letters, digits and underscores that begins with no digit", what,
      shown(value)))
  end
end

local function read_fields(given, what)
  local fields, by_name = {}, {}
  for i, field in ipairs(given) do
    local path = format("%s[%d]", what, i)
    if by_name[field.name] then
      raise(format("%s.name is %s: there is another field of that name", path, shown(field.name)))
    end
    local kind = field.type
    if kind == nil then
      kind = checkers.atoms.any
    end
    if field.default ~= nil then
      local wrong = checkers.check(kind, field.default)
      if wrong[1] then
        raise(format("%s.default: %s", path, sentence(wrong[1])))
      end
    end
    local one = { name = field.name, type = kind, default = field.default, indexed = field.indexed and true or nil }
    fields[#fields + 1], by_name[one.name] = one, one
  end
  return fields, by_name
end

local function add_type(mod, given, file, line)
  check_name(given.name, "data:add_type: given.name")
  local name = mod.id .. "." .. given.name
  local known = kinds[name]
  if known and known.mod ~= HOST then
    raise(format('data:add_type: there is a type "%s" already, added at %s:%d', name, known.file, known.line))
  elseif #kind_names >= MOST_TYPES then
    raise("data:add_type: there are " .. MOST_TYPES .. " types: that is the most")
  end
  local validation = given.validation == nil and "strict" or given.validation
  local fields, by_name = read_fields(given.fields == nil and {} or given.fields, "data:add_type: given.fields")
  kinds[name] = {
    name = name, fields = fields, by_name = by_name, strict = validation == "strict", on_validate = given.on_validate,
    fallbacks = given.fallbacks or {}, mod = mod, file = file, line = line, records = known and known.records or {}, indexes = {},
  }
  if not known then
    kind_names[#kind_names + 1] = name
  end
end

-- entries -----------------------------------------------------------------------------------------------------------

local function sorted(kind)
  local list = kind.sorted
  if not list then
    list = {}
    for _, record in next, kind.records do
      list[#list + 1] = record
    end
    sort(list, function(a, b)
      if a.order ~= b.order then
        return a.order < b.order
      end
      return a.id < b.id
    end)
    kind.sorted = list
  end
  return list
end

-- The records of a type in their order.
function M.records(name)
  return kinds[name] and sorted(kinds[name]) or {}
end

-- An entry for a mod.
local function seen(record, mod)
  if mod == nil or record.mod == mod or record.mod ~= HOST and views.may_change(mod, record.mod) then
    return record.entry
  end
  return read_only(record.entry, record.mod)
end
M.seen = seen

local function collect(kind, record, found)
  local entry = record.entry
  for _, field in ipairs(kind.fields) do
    local value = entry[field.name]
    if value ~= nil or not checkers.is_optional(field.type) then
      local before = #found
      run(field.type, value, field.name, found)
      if value == nil and #found == before then
        fault(found, field.name, nil, "must be given")
      end
    end
  end
  for key, value in order.pairs(entry) do
    if not kind.by_name[key] and key ~= "_id" and key ~= "_type" and key ~= "_ext" and key ~= "_ordering" then
      if kind.strict or type(key) ~= "string" then
        local names = {}
        for i, field in ipairs(kind.fields) do
          names[i] = field.name
        end
        fault(found, step("", key), value, kind.name .. " has no field of that name",
          type(key) == "string" and key or nil, names)
      end
    end
  end
  if kind.on_validate then
    local ok, message = protect.pcall(kind.on_validate, entry)
    if not ok or type(message) == "string" then
      fault(found, "", nil, text.tostring(message))
      found[#found].said = text.tostring(message)
    end
  end
end

-- What is wrong with an entry, as { record, fault } pairs appended to `list`.
local function check_record(record, list, resolve)
  local kind = kinds[record.type]
  local found = {}
  references = {}
  local ok, message = protect.pcall(collect, kind, record, found)
  if not ok then
    fault(found, "", nil, text.tostring(message))
    found[#found].said = text.tostring(message)
  end
  if resolve then
    for _, one in ipairs(references) do
      if not find(one[3], one[2]) then
        fault(found, one[1], one[2], format("there is no %s of that id", one[3]), one[2], words(one[3]))
        found[#found].dangling = true
      end
    end
  end
  references = nil
  for _, one in ipairs(found) do
    list[#list + 1] = { record, one }
  end
end

local function told(record, one)
  return format('%s "%s": %s', record.type, record.id, one.said or one.path .. " is " .. one.value .. ": " .. one.rule)
end

local function merge_defaults(kind, entry)
  for _, field in ipairs(kind.fields) do
    if entry[field.name] == nil and field.default ~= nil then
      local value = field.default
      entry[field.name] = is_table(value) and M.deep_copy(value) or value
    end
  end
end

-- A deep copy of plain tables; functions, handles and instances stay what they are.
local MOST_COPIED = 200000
function M.deep_copy(value)
  local copies, count = {}, 0
  local function copy(t)
    if type(t) ~= "table" or order.type(t) ~= "table" or debug.getmetatable(t) ~= nil and not views.original(t) then
      return t
    end
    if copies[t] then
      return copies[t]
    end
    local new = {}
    copies[t] = new
    for key, item in order.pairs(t) do
      count = count + 1
      if count > MOST_COPIED then
        raise("a table holds more than " .. MOST_COPIED .. " values: that is the most")
      end
      new[copy(key)] = copy(item)
    end
    return new
  end
  return copy(value)
end

local function index_fields(kind, record)
  for _, field in ipairs(kind.fields) do
    local value = field.indexed and record.entry[field.name]
    if value ~= nil and value ~= false then
      local index = kind.indexes[field.name] or {}
      kind.indexes[field.name] = index
      local other = index[value]
      if other and other ~= record then
        raise(format('data:add: %s "%s": %s is %s: "%s" has it already', kind.name, record.id, field.name, shown(value), other.id))
      end
      index[value] = record
    end
  end
end

local function unindex(kind, record)
  for _, index in next, kind.indexes do
    for value, other in next, index do
      if other == record then
        index[value] = nil
      end
    end
  end
end

local function read_ext(ext, what)
  if ext == nil then
    return nil
  elseif not is_table(ext) then
    raise(format("%s: _ext is %s: must be a table of extensions", what, shown(ext)))
  end
  local extended = {}
  for name, given in order.pairs(ext) do
    local key, value = name, given
    if math_type(name) == "integer" then
      key, value = given, {}
    end
    if not find("base.data_ext", key) then
      local close = type(key) == "string" and hint(key, words "base.data_ext") or ""
      raise(format("%s: _ext names %s: there is no base.data_ext of that id%s", what, shown(key),
        close ~= "" and "; " .. close or ""))
    elseif not is_table(value) then
      raise(format("%s: _ext[%s] is %s: must be a table", what, shown(key), shown(value)))
    end
    extended[key] = value
  end
  return extended
end

local function kind_of(name, what)
  local kind = kinds[name]
  if not kind then
    if type(name) ~= "string" then
      raise(format("%s: _type is %s: must be the name of a type, such as base.item", what, shown(name)))
    end
    local close = hint(name, kind_names)
    raise(format("%s: _type is %s: there is no type of that name%s", what, shown(name), close ~= "" and "; " .. close or ""))
  end
  return kind
end

local function store(mod, kind, id, entry, file, line, replaced)
  local extended = read_ext(entry._ext, format('data:add: %s "%s"', kind.name, id))
  local ordering = entry._ordering
  if ordering ~= nil and (type(ordering) ~= "number" or ordering ~= ordering) then
    raise(format('data:add: %s "%s": _ordering is %s: must be a number', kind.name, id, shown(ordering)))
  end
  local record = replaced or { id = id, type = kind.name }
  entry_count = entry_count + (replaced and 0 or 1)
  if entry_count > MOST_ENTRIES then
    raise("data:add: there are " .. MOST_ENTRIES .. " entries: that is the most")
  end
  if mod ~= HOST and (not replaced or replaced.mod == HOST) then
    record.index = finish(py.data_register(mod.number, kind.name, match(id, "%.(.*)$"), file, line))
  end
  entry._type, entry._id = kind.name, id
  merge_defaults(kind, entry)
  record.mod, record.file, record.line, record.entry, record.extended = mod, file, line, entry, extended
  record.number = record.number or entry_count
  record.order = ordering or record.order or FIRST_ORDER + ORDER_STEP * entry_count
  M.entries[entry] = record
  unindex(kind, record)
  index_fields(kind, record)
  kind.records[id], kind.sorted = record, nil
  record.ready = false
  return record
end

-- The names of the fields of a type, for warnings of those that are almost one.
local function field_names(name)
  local kind = kinds[name]
  if not kind.names then
    local names = { "_id", "_type", "_ext", "_ordering" }
    for i, field in ipairs(kind.fields) do
      names[i + 4] = field.name
    end
    kind.names = slips.names(concat(names, " "))
  end
  return kind.names
end
M.field_names = field_names

-- What is no fault of an entry, but means nothing to the host.
local function look_over(record)
  local entry, what = record.entry, format('%s "%s"', record.type, record.id)
  slips.check(entry, field_names(record.type), what, record.file, record.line)
  slips.look(entry.glyph, entry.color, what, record.file, record.line)
  if entry.parent_map and (entry.x == nil or entry.y == nil) and (record.type == "base.unique_area" or record.type == "base.unique_map") then
    finish(py.warn(what .. " has a parent_map, but not both x and y: it gets no entrance there by itself", record.file, record.line))
  end
end

local function make_ready(record)
  if record.ready then
    return
  elseif record.mod ~= HOST then
    look_over(record)
  end
  if record.mod == HOST and not record.index then
    local name = gsub(record.id, "%.", "_")
    record.index = finish(py.data_register(0, record.type, name, "host", 0))
  end
  if on_ready[record.type] then
    on_ready[record.type](record)
  end
  record.ready = true
end

-- Checks a record that was added when loading was over, and lets it take effect.
local function settle(record)
  local list = {}
  check_record(record, list, false)
  if list[1] then
    local lines = {}
    for i, one in ipairs(list) do
      local close = one[2].word and hint(one[2].word, one[2].type or {}) or ""
      lines[i] = told(record, one[2]) .. (close ~= "" and "; " .. close or "")
    end
    kinds[record.type].records[record.id], kinds[record.type].sorted = nil, nil
    finish(py.data_forget(record.type, record.id))
    raise("data:add: " .. concat(lines, "\n"))
  end
  make_ready(record)
end

local function add(mod, entry, what)
  local file, line = where()
  file = file or mod.id
  if views.original(entry) then
    raise(what .. ": the entry is another mod's: must be a table of your own")
  end
  local kind = kind_of(rawget(entry, "_type"), what)
  local id = rawget(entry, "_id")
  check_name(id, what .. ": _id")
  local full = mod.id .. "." .. id
  local other = kind.records[full]
  if other and other.mod ~= HOST then
    raise(format('%s: there is a %s "%s" already, added at %s:%d', what, kind.name, full, other.file, other.line))
  end
  local record = store(mod, kind, full, entry, file, line, other)
  if not loading then
    settle(record)
  end
  return entry
end

local function replace(mod, entry)
  local kind = kind_of(rawget(entry, "_type"), "data:replace")
  local id = rawget(entry, "_id")
  check_name(id, "data:replace: _id")
  local record = kind.records[mod.id .. "." .. id]
  if not record or record.mod ~= mod then
    local close = hint(mod.id .. "." .. id, words(kind.name))
    raise(format('data:replace: this mod has added no %s "%s.%s"%s', kind.name, mod.id, id, close ~= "" and "; " .. close or ""))
  end
  local file, line = where()
  store(mod, kind, record.id, entry, file or mod.id, line, record)
  if not loading then
    settle(record)
  end
  return entry
end

local function add_multi(mod, name, list)
  local added = {}
  for i, entry in ipairs(list) do
    entry._type = name
    added[i] = add(mod, entry, "data:add_multi: entry " .. i)
  end
  return added
end

-- An entry of the host itself, under the ids of several mods.
function M.add_own(kind, ids, fields)
  for _, id in ipairs(ids) do
    local entry = {}
    for key, value in next, fields do
      entry[key] = value
    end
    store(HOST, kinds[kind], id, entry, "host", 0)
  end
end

function M.add_own_type(name, fields, options)
  options = options or {}
  options.name, options.fields = name, fields
  add_type(HOST, options, "host", 0)
end

-- the proxy of a type -----------------------------------------------------------------------------------------------

local methods = {}
M.methods = methods

local function entry_of(kind, id, mod)
  if type(id) == "table" then
    local entry = views.original(id) or id
    local record = kind and kind.records[rawget(entry, "_id")]
    return record and record.entry == entry and id or nil
  end
  local record = kind and kind.records[id]
  return record and seen(record, mod)
end

local proxy_names = setmetatable({}, { __mode = "k" })
local proxy_mods = setmetatable({}, { __mode = "k" })

local function name_of(proxy, method)
  local name = proxy_names[proxy]
  if not name then
    raise(format('data["type"]:%s: it is called with a colon, on a type', method))
  end
  return name, proxy_mods[proxy]
end

function methods.ensure(proxy, id)
  local name, mod = name_of(proxy, "ensure")
  local entry = entry_of(kinds[name], id, mod)
  if entry == nil then
    M.resolve(name, id, nil, format('data["%s"]:ensure: the id', name))
  end
  return entry
end

function methods.iter(proxy)
  local name, mod = name_of(proxy, "iter")
  local list = {}
  for i, record in ipairs(M.records(name)) do
    list[i] = seen(record, mod)
  end
  return iterators.of_list(list)
end

function methods.find_by(proxy, field, value)
  local name, mod = name_of(proxy, "find_by")
  local kind = kinds[name]
  local known = kind and kind.by_name[field]
  if not (known and known.indexed) then
    raise(format('data["%s"]:find_by: %s is no indexed field of that type', name, shown(field)))
  end
  local record = value ~= nil and kind.indexes[field] and kind.indexes[field][value]
  return record and seen(record, mod) or nil
end

function methods.validate(proxy, entry)
  local name = name_of(proxy, "validate")
  if not is_table(entry) then
    return false, "the value is " .. shown(entry) .. ": must be a table"
  end
  local found = {}
  collect(kind_of(name, "validate"), { entry = entry, id = "", type = name }, found)
  local lines = {}
  for i, one in ipairs(found) do
    lines[i] = one.said or sentence(one)
  end
  return #lines == 0, lines[1] and concat(lines, "\n") or nil
end

function methods.ext(proxy, id, ext)
  local name, mod = name_of(proxy, "ext")
  local record = find(name, is_table(id) and id._id or id)
  if not record then
    M.resolve(name, id, nil, format('data["%s"]:ext: the id', name))
  end
  local extension = find("base.data_ext", ext) or M.resolve("base.data_ext", ext, nil, format('data["%s"]:ext: the extension', name))
  local own = record.extended and record.extended[ext]
  if own and next(own) ~= nil then
    return own
  end
  local defaults = {}
  for _, field in ipairs(extension.entry.fields) do
    defaults[field.name] = M.deep_copy(field.default)
  end
  return defaults
end

methods["type"] = function(proxy)
  return (name_of(proxy, "type"))
end

function methods.print(proxy)
  local name = name_of(proxy, "print")
  local lines = {}
  for i, record in ipairs(M.records(name)) do
    lines[i] = record.id
  end
  return concat(lines, "\n")
end

function methods.edit(proxy, descriptor, fn)
  local name, mod = name_of(proxy, "edit")
  if not loading then
    raise(format('data["%s"]:edit: the mods have loaded, and edits are done then', name))
  end
  local key = mod.id .. ": " .. descriptor
  for _, edit in ipairs(edits) do
    if edit.type == name and edit.key == key then
      raise(format('data["%s"]:edit: there is an edit %s of this mod already', name, shown(descriptor)))
    end
  end
  local file, line = where()
  edits[#edits + 1] = { type = name, key = key, fn = fn, mod = mod, file = file, line = line }
end

local function proxy_of(mod, name)
  local proxy = mod.data_proxies[name]
  if not proxy then
    proxy = setmetatable({}, {
      __metatable = false,
      __name = "data",
      __tostring = function()
        return 'data["' .. name .. '"]'
      end,
      __index = function(_, key)
        return methods[key] or entry_of(kinds[name], key, mod)
      end,
      __newindex = function(_, key)
        raise(format('data["%s"]: %s cannot be set: entries are added with data:add', name, shown(key)))
      end,
      __pairs = function()
        local list = {}
        for _, record in ipairs(M.records(name)) do
          list[record.id] = seen(record, mod)
        end
        return order.pairs(list)
      end,
    })
    proxy_names[proxy], proxy_mods[proxy] = name, mod
    mod.data_proxies[name] = proxy
  end
  return proxy
end

-- The table `data` of a mod.
function M.of(mod)
  if mod.data then
    return mod.data
  end
  mod.data_proxies = {}
  local functions = {
    add = function(_, entry)
      return add(mod, entry, "data:add")
    end,
    add_multi = function(_, name, list)
      return add_multi(mod, name, list)
    end,
    add_type = function(_, given)
      local file, line = where()
      return add_type(mod, given, file or mod.id, line)
    end,
    replace = function(_, entry)
      return replace(mod, entry)
    end,
    has_type = function(_, name)
      return kinds[name] ~= nil
    end,
    types = function()
      local list = {}
      for i, name in ipairs(kind_names) do
        list[i] = name
      end
      return list
    end,
    iter = function()
      local names, proxies = {}, {}
      for i, name in ipairs(kind_names) do
        names[i], proxies[i] = name, proxy_of(mod, name)
      end
      return iterators.of_pairs(names, proxies)
    end,
    sort_all = function()
      for _, kind in next, kinds do
        kind.sorted = nil
      end
    end,
    validate_all = function()
      local list, lines = {}, {}
      for _, name in ipairs(kind_names) do
        for _, record in ipairs(M.records(name)) do
          check_record(record, list, not loading)
        end
      end
      for i, one in ipairs(list) do
        lines[i] = told(one[1], one[2])
      end
      return #lines == 0, lines
    end,
  }
  signatures.apply("areas", "data", functions)
  mod.data = setmetatable({}, {
    __metatable = false,
    __name = "data",
    __index = function(_, name)
      local fn = functions[name]
      if fn then
        return fn
      elseif type(name) == "string" and not match(name, "%.") then
        local list = {}
        for known in next, functions do
          list[#list + 1] = known
        end
        sort(list)
        local close = hint(name, list)
        raise(format('data has no function %s, and types have names such as base.item%s', shown(name), close ~= "" and "; " .. close or ""))
      elseif type(name) ~= "string" then
        return nil
      end
      return proxy_of(mod, name)
    end,
    __newindex = function(_, name)
      raise(format("data.%s cannot be set: entries are added with data:add", text.tostring(name)))
    end,
  })
  return mod.data
end

-- loading -----------------------------------------------------------------------------------------------------------

-- Runs an edit on one entry: on a copy, so that what a mod keeps of it is not the entry.
local function apply(edit, record, list)
  local copy = M.deep_copy(record.entry)
  local ok, result = protect.pcall(edit.fn, copy)
  if not ok then
    list[#list + 1] = { edit, { said = format('the edit "%s" of %s "%s" failed: %s', edit.key, record.type, record.id, text.tostring(result)), path = "" } }
    return
  end
  if result == nil then
    result = copy
  elseif not is_table(result) then
    list[#list + 1] = { edit, { said = format('the edit "%s" of %s "%s" gave %s: must be the entry', edit.key, record.type, record.id, shown(result)), path = "" } }
    return
  end
  result = M.deep_copy(result)
  result._id, result._type = record.id, record.type
  local entry = record.entry
  for key in next, entry do
    if result[key] == nil then
      rawset(entry, key, nil)
    end
  end
  for key, value in next, result do
    rawset(entry, key, value)
  end
end

-- All mods have loaded: edits are done, everything is checked. Answers the faults. `complete`: no mod failed, so that
-- references can be judged.
function M.finish_loading(complete)
  local list = {}
  for _, edit in ipairs(edits) do
    if kinds[edit.type] then
      for _, record in ipairs(M.records(edit.type)) do
        apply(edit, record, list)
      end
    elseif complete then
      list[#list + 1] = { edit, { said = format('data["%s"]:edit: there is no type of that name', edit.type), path = "", word = edit.type, type = kind_names } }
    end
  end
  for _, edit in ipairs(edits) do
    if kinds[edit.type] then
      for _, record in ipairs(M.records(edit.type)) do
        unindex(kinds[edit.type], record)
        index_fields(kinds[edit.type], record)
      end
    end
  end
  for _, name in ipairs(kind_names) do
    for _, record in ipairs(M.records(name)) do
      if record.mod ~= HOST then
        check_record(record, list, complete)
      end
    end
  end
  -- In the order in which things were registered, and then as they were found.
  for i, one in ipairs(list) do
    one[3] = (one[1].number or entry_count + 1) * 1000 + i / #list
  end
  sort(list, function(a, b)
    return a[3] < b[3]
  end)
  local faults = {}
  for i, one in ipairs(list) do
    local record, wrong = one[1], one[2]
    local close = wrong.word and hint(wrong.word, wrong.type or {}) or ""
    faults[i] = {
      mod = record.mod.id, file = record.file, line = record.line, path = wrong.path, value = wrong.value, rule = wrong.rule,
      hint = close ~= "" and close or nil, dangling = wrong.dangling, message = record.id and told(record, wrong) or wrong.said,
    }
  end
  if not list[1] and complete then
    loading, edits = false, {}
    for _, name in ipairs(kind_names) do
      for _, record in ipairs(M.records(name)) do
        make_ready(record)
      end
    end
  end
  return faults
end

-- Forgets what a mod registered.
function M.forget(mod)
  for _, kind in next, kinds do
    for id, record in next, kind.records do
      if record.mod == mod then
        kind.records[id], kind.sorted = nil, nil
        unindex(kind, record)
        entry_count = entry_count - 1
      end
    end
  end
  local kept, names = {}, {}
  for _, edit in ipairs(edits) do
    if edit.mod ~= mod then
      kept[#kept + 1] = edit
    end
  end
  edits = kept
  for _, name in ipairs(kind_names) do
    if kinds[name].mod == mod then
      kinds[name] = nil
    else
      names[#names + 1] = name
    end
  end
  kind_names = names
end

return M
