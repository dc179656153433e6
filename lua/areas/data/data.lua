-- The table `data` of a mod, and data["type"].

local import = ...
local errors = import "core/errors"
local checkers = import "core/border/checkers"
local copying = import "areas/data/deep_copy"
local data = import "areas/data/registry"
local data_types = import "areas/data/types"
local entries = import "areas/data/entries"
local entry_checks = import "areas/data/checks"
local iterators = import "areas/iterator/instances"
local stable_order = import "core/sandbox/stable_order"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"
local views = import "core/sandbox/proxies"

local raise, where = errors.raise, errors.where
local sentence = checkers.sentence
local shown = text.shown
local concat, format, match, sort = table.concat, string.format, string.match, table.sort
local ipairs, next, rawget, setmetatable, type = ipairs, next, rawget, setmetatable, type
local find, hint, is_table, kind_of, kinds, now, seen =
  data.find, data.hint, data.is_table, data.kind_of, data.kinds, data.now, data.seen
local add_type = data_types.add_type
local check_record, collect, told = entry_checks.check_record, entry_checks.collect, entry_checks.told
local add, add_multi, replace = entries.add, entries.add_multi, entries.replace

local M = {}

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
    data.resolve(name, id, nil, format('data["%s"]:ensure: the id', name))
  end
  return entry
end

function methods.iter(proxy)
  local name, mod = name_of(proxy, "iter")
  local list = {}
  for i, record in ipairs(data.records(name)) do
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
    data.resolve(name, id, nil, format('data["%s"]:ext: the id', name))
  end
  local extension = find("base.data_ext", ext) or data.resolve("base.data_ext", ext, nil, format('data["%s"]:ext: the extension', name))
  local own = record.extended and record.extended[ext]
  if own and next(own) ~= nil then
    return own
  end
  local defaults = {}
  for _, field in ipairs(extension.entry.fields) do
    defaults[field.name] = copying.deep_copy(field.default)
  end
  return defaults
end

methods["type"] = function(proxy)
  return (name_of(proxy, "type"))
end

function methods.print(proxy)
  local name = name_of(proxy, "print")
  local lines = {}
  for i, record in ipairs(data.records(name)) do
    lines[i] = record.id
  end
  return concat(lines, "\n")
end

function methods.edit(proxy, descriptor, fn)
  local name, mod = name_of(proxy, "edit")
  if not now.loading then
    raise(format('data["%s"]:edit: the mods have loaded, and edits are done then', name))
  end
  local key = mod.id .. ": " .. descriptor
  for _, edit in ipairs(now.edits) do
    if edit.type == name and edit.key == key then
      raise(format('data["%s"]:edit: there is an edit %s of this mod already', name, shown(descriptor)))
    end
  end
  local file, line = where()
  now.edits[#now.edits + 1] = { type = name, key = key, fn = fn, mod = mod, file = file, line = line }
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
        for _, record in ipairs(data.records(name)) do
          list[record.id] = seen(record, mod)
        end
        return stable_order.pairs(list)
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
      for i, name in ipairs(now.kind_names) do
        list[i] = name
      end
      return list
    end,
    iter = function()
      local names, proxies = {}, {}
      for i, name in ipairs(now.kind_names) do
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
      for _, name in ipairs(now.kind_names) do
        for _, record in ipairs(data.records(name)) do
          check_record(record, list, not now.loading)
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

return M
