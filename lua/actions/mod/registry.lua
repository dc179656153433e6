-- The global lists: Entities (classes) and Items by their ids, and the content of each mod by name.

local import = ...
local errors = import "core/errors"
local class = import "actions/class"
local content = import "core/game/content"
local items = import "actions/items/item"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local typos = import "core/typos"
local proxies = import "core/sandbox/proxies"

local raise = errors.raise
local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type
local concat, gsub, sub, upper = table.concat, string.gsub, string.sub, string.upper

local M = {}

local MOST = 100000

-- id -> { value, mod, name }, for both lists; ids are never given twice.
local lists = { Entities = {}, Items = {} }
-- class -> what it is called: "mod.name".
local names = setmetatable({}, { __mode = "k" })
-- mod -> { Entities = name -> class, Items = name -> item }.
local contents = {}

-- A value of another mod as `reader` sees it.
local function as_seen(reader, value, owner)
  if not owner or proxies.may_change(reader, owner) then
    return value
  end
  return proxies.read_only(value, owner)
end

local function content_of(mod)
  local known = contents[mod]
  if not known then
    known = { Entities = {}, Items = {} }
    contents[mod] = known
  end
  return known
end

local function check_room(list, what)
  if #list >= MOST then
    raise(what .. ": there are " .. MOST .. " already, and there may not be more")
  end
end

local function check_looks(target, what)
  for _, field in next, { "glyph", "colour" } do
    local value = target[field]
    if value ~= nil and type(value) ~= "string" then
      raise(what .. ": " .. field .. " is " .. stable_order.type(value) .. ": must be a string")
    end
  end
end

local function check_name(name, what)
  if type(name) ~= "string" or not name:find "^[%a_][%w_]*$" then
    raise(what .. ": the name " .. text.tostring(name) .. " must have only letters, digits and underscores")
  end
end

-- Registers a class of entities: it gets the field global_id (and class_id), its place in Entities.
function M.register_entity(mod, value, name)
  local target = class.check_class(value, "registerEntity: the argument")
  proxies.check_changeable(value, class.name(target))
  name = name == nil and gsub(class.name(target), "[^%w_]", "_") or name
  check_name(name, "registerEntity")
  check_looks(target, "registerEntity " .. name)
  if names[target] then
    raise("registerEntity: " .. class.name(target) .. " is registered already, as " .. names[target])
  end
  local list = lists.Entities
  check_room(list, "registerEntity")
  M.announce(mod, "entity", name)
  local id = #list + 1
  list[id] = { value = target, mod = mod, name = name }
  content.entities[id], content.entity_numbers[mod.id .. "." .. name] = target, id
  names[target] = mod.id .. "." .. name
  target.global_id, target.class_id = id, id
  content_of(mod).Entities[name] = target
  return id
end

-- Registers an item: it gets the field id, its place in Items.
function M.register_item(mod, value, name)
  if type(value) ~= "table" or not class.is(value, items.Item) then
    raise("registerItem: the item is " .. class.type_name(value) .. ": must be an instance of Item")
  elseif value.id ~= nil then
    raise("registerItem: the item is registered already, with the id " .. text.tostring(value.id))
  end
  local list = lists.Items
  check_room(list, "registerItem")
  local id = #list + 1
  name = name == nil and "item_" .. id or name
  check_name(name, "registerItem")
  check_looks(value, "registerItem " .. name)
  M.announce(mod, "world_item", name)
  list[id] = { value = value, mod = mod, name = name }
  content.items[id], content.item_numbers[mod.id .. "." .. name] = value, id
  value.id = id
  content_of(mod).Items[name] = value
  return id
end

-- Tells Python of a registration, so that it has its place in the registry: set by the dialect.
function M.announce() end

-- The item with that id; raises when there is none.
function M.item(id, what)
  local found = lists.Items[id]
  if not found then
    raise(what .. ": there is no item with the id " .. text.tostring(id))
  end
  return found.value
end

-- "mod.name" of an item, its name and its looks.
function M.item_look(id)
  local found = lists.Items[id]
  if found then
    local item = found.value
    return found.mod.id .. "." .. found.name, item.name or gsub(found.name, "_", " "), item.glyph, item.colour
  end
end

-- "mod.name" of a class of entities, or of the first class before it that was registered.
function M.name_of(target)
  local found = names[target]
  if found then
    return found
  end
  local owner = class.owner(target)
  return (owner and owner.id or "host") .. "." .. gsub(class.name(target), "[^%w_]", "_")
end

-- "mod.name" under which a class was registered, or nil; and the class of one.
function M.registered(target)
  return names[target]
end

function M.find_entity(full)
  return content.entities[content.entity_numbers[full]]
end

-- "mod.name" of a registered item or of its number, or nil; the item of one, and its number.
function M.item_name(item)
  local found = lists.Items[type(item) == "table" and item.id or item]
  if found and (type(item) ~= "table" or found.value == item) then
    return found.mod.id .. "." .. found.name
  end
end

function M.find_item(full)
  local number = content.item_numbers[full]
  return content.items[number], number
end

-- All items, in order.
function M.items()
  return ipairs(content.items)
end

-- The class or item with that id, for the host.
function M.get(list, id)
  local found = lists[list][id]
  return found and found.value
end

-- A front of one of the lists, as a mod sees it.
function M.list_for(mod, list)
  local entries = lists[list]
  local function get(key)
    local found = entries[key]
    if found then
      return as_seen(mod, found.value, found.mod)
    end
  end
  return setmetatable({}, {
    __metatable = false,
    __index = function(_, key)
      return get(key)
    end,
    __newindex = function()
      raise(list .. " cannot be set: it is the host's; " .. (list == "Items" and "registerItem" or "registerEntity")
        .. " adds to it")
    end,
    __len = function()
      return #entries
    end,
    __pairs = function()
      local i = 0
      return function()
        i = i + 1
        local value = get(i)
        if value ~= nil then
          return i, value
        end
      end
    end,
  })
end

local function content_for(reader, owner)
  local known = contents[owner]
  if not known then
    return nil
  end
  local seen = {}
  for kind, by_name in next, known do
    local values = {}
    for name, value in next, by_name do
      values[name] = as_seen(reader, value, owner)
    end
    local what, names = "Mods." .. owner.id .. "." .. kind, typos.set(values)
    seen[kind] = setmetatable(values, {
      __metatable = false,
      __index = function(_, name)
        typos.name(name, names, what)
      end,
    })
  end
  return seen
end

-- The table Mods of a mod: Mods.Name, with a capital letter or as the id is, holds what that mod registered.
function M.mods_for(mod)
  return setmetatable({}, {
    __metatable = false,
    __index = function(_, key)
      local found
      for owner in next, contents do
        if owner.id == key then
          return content_for(mod, owner)
        elseif upper(sub(owner.id, 1, 1)) .. sub(owner.id, 2) == key then
          -- Of two that differ in their first letter alone, the one that was loaded first.
          found = found and found.number < owner.number and found or owner
        end
      end
      return found and content_for(mod, found)
    end,
    __newindex = function()
      raise "Mods cannot be set: it is the host's"
    end,
  })
end

-- What the result of `main.lua` holds, in this order.
local sections = { "entities", "items", "attackSources", "stats", "status" }
local KEYS = typos.names(concat(sections, " ") .. " ready begin")

local function sorted_names(section, what)
  if type(section) ~= "table" then
    raise(what .. " is " .. stable_order.type(section) .. ": must be a table of names and what they stand for")
  end
  local found = {}
  for name in next, section do
    if type(name) ~= "string" and math.type(name) ~= "integer" then
      raise(what .. " has a key that is a " .. stable_order.type(name) .. ": must be a name")
    end
    found[#found + 1] = name
  end
  table.sort(found, function(a, b)
    if type(a) == type(b) then
      return a < b
    end
    return type(a) == "number"
  end)
  return found
end

-- Registers what a content mod returned, by `register[section](name, value)`, names in sorted order.
function M.register_content(mod, given, register)
  typos.check(given, KEYS, "what " .. mod.id .. "/" .. mod.entry .. " returns")
  for _, section in ipairs(sections) do
    if given[section] ~= nil then
      for _, name in ipairs(sorted_names(given[section], section)) do
        register[section](name, given[section][name])
      end
    end
  end
  content_of(mod)
end

function M.forget(mod)
  contents[mod] = nil
  for kind, list in next, lists do
    for id = #list, 1, -1 do
      local found = list[id]
      if found.mod == mod then
        names[found.value] = nil
        local numbers = kind == "Items" and content.item_numbers or content.entity_numbers
        numbers[mod.id .. "." .. found.name] = nil
        table.remove(list, id)
        table.remove(kind == "Items" and content.items or content.entities, id)
      end
    end
  end
end

return M
