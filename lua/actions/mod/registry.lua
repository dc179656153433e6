-- The global lists Entities and Items, and Mods: the classes and items that mods registered, by id and by name; and the
-- sections of the table of content that `main.lua` returns.

local import, py = ...
local class = import "actions/class"
local content = import "core/game/content"
local errors = import "core/errors"
local ground = import "actions/world/ground"
local items = import "actions/items/item"
local checkers = import "core/border/checkers"
local constants = import "actions/constants"
local protect = import "core/sandbox/protect"
local proxies = import "core/sandbox/proxies"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local typos = import "actions/mod/typos"
local core_typos = import "core/typos"
local weapons = import "actions/items/weapon"

local raise = errors.raise
local Layers = constants.Layers

local M = {}

local MOST = 100000

-- id -> { value, mod, name }, of both lists. An id is never reused.
local lists = { Entities = {}, Items = {} }
-- class -> "mod.name".
local names = setmetatable({}, { __mode = "k" })
-- mod -> { Entities = name -> class, Items = name -> item }.
local contents = {}

-- The lists of lua/core/game/content.lua, which other dialects read.
local shared = {
  Entities = { values = content.entities, numbers = content.entity_numbers },
  Items = { values = content.items, numbers = content.item_numbers },
}

local function content_of(mod)
  contents[mod] = contents[mod] or { Entities = {}, Items = {} }
  return contents[mod]
end

-- Checks a name and what a mod gives for pictures.
local function check_names(value, name, caller)
  if not name:find "^[%a_][%w_]*$" then
    raise(caller .. ": the name is " .. text.tostring(name) .. ": must have only letters, digits and underscores")
  end
  for _, field in ipairs { "glyph", "colour", "sprite", "material" } do
    if value[field] ~= nil and type(value[field]) ~= "string" then
      raise(caller .. " " .. name .. ": " .. field .. " is " .. stable_order.type(value[field]) .. ": must be a string")
    end
  end
end

-- The line of a mod that registers a value. When the host registers what the mod returned, no line of the mod is
-- running: the line of the class takes its place.
local function location_of(value)
  local file, line = errors.where()
  if file then
    return file, line
  end
  return class.location(value)
end

-- Adds a value to a list; gives its id. `kind` is what Python calls it.
local function add(mod, list, kind, value, name, caller)
  local entries, id = lists[list], #lists[list] + 1
  check_names(value, name, caller)
  if id > MOST then
    raise(caller .. ": " .. list .. " has " .. MOST .. " entries: it may not have more")
  end
  local file, line = location_of(value)
  py.actions_register(mod.number, file, line, kind, name)
  entries[id] = { value = value, mod = mod, name = name }
  shared[list].values[id], shared[list].numbers[mod.id .. "." .. name] = value, id
  content_of(mod)[list][name] = value
  return id
end

-- Registers the tile by which maps show floors or walls.
local function register_tile(mod, entity_class, name)
  local number = mod.number
  ground.set_tile(entity_class, function(looks, index)
    local is_wall = looks.layer == Layers.wall
    if index then
      py.actions_change_tile(
        number, index, is_wall, looks.name, looks.glyph, looks.colour, looks.sprite, looks.material)
      return index
    end
    local file, line = errors.where()
    return py.actions_register_tile(
      number, file, line, is_wall, name, looks.name, looks.glyph, looks.colour, looks.sprite, looks.material)
  end)
end

-- Registers a class of entities, which gets the fields global_id and class_id: its id in Entities. `name` may be nil.
function M.register_entity(mod, value, name)
  local target = class.raw(value)
  proxies.check_changeable(value, class.name(target))
  if names[target] then
    raise("registerEntity: " .. class.name(target) .. " is registered already, as " .. names[target])
  end
  name = name == nil and class.name(target):gsub("[^%w_]", "_") or name
  local id = add(mod, "Entities", "entity", target, name, "registerEntity")
  names[target] = mod.id .. "." .. name
  target.global_id, target.class_id = id, id
  core_typos.look(target.glyph, target.colour, names[target], class.location(target))
  core_typos.sprite(mod.id, target.sprite, target.material, names[target], class.location(target))
  if ground.is_ground(target) then
    register_tile(mod, target, name)
  end
  return id
end

-- Registers an item, which gets the field id: its id in Items. `name` may be nil.
function M.register_item(mod, value, name)
  if value.id ~= nil then
    raise("registerItem: the item is registered already, with the id " .. text.tostring(value.id))
  end
  name = name == nil and "item_" .. #lists.Items + 1 or name
  value.id = add(mod, "Items", "world_item", value, name, "registerItem")
  local host_class = class.is(value, weapons.Weapon) and weapons.Weapon or items.Item
  local title = "item " .. mod.id .. "." .. name
  typos.check_fields(value, host_class, "tinker id name glyph colour sprite material pattern", title)
  core_typos.sprite(mod.id, value.sprite, value.material, title, class.location(class.of(value)))
  return value.id
end

-- The item with an id; raises when there is none.
function M.item(id, caller)
  local entry = lists.Items[id]
  if not entry then
    raise(caller .. ": there is no item with the id " .. text.tostring(id))
  end
  return entry.value
end

-- "mod.name", name, glyph, colour, sprite and material of the item with an id; nothing when there is none.
function M.item_look(id)
  local entry = lists.Items[id]
  if entry then
    local item = entry.value
    local name = item.name or entry.name:gsub("_", " ")
    return entry.mod.id .. "." .. entry.name, name, item.glyph, item.colour, item.sprite, item.material
  end
end

-- The mod that registered the item with an id.
function M.item_mod(id)
  return lists.Items[id].mod
end

-- "mod.name" of a class of entities, also of one that is not registered.
function M.name_of(target)
  if names[target] then
    return names[target]
  end
  local owner = class.owner(target)
  return (owner and owner.id or "host") .. "." .. class.name(target):gsub("[^%w_]", "_")
end

-- Calls `visit(value, "mod.name", id)` for each value of a list that a mod registered, in order.
local function each(list, mod_id, visit)
  for id, entry in ipairs(lists[list]) do
    if entry.mod.id == mod_id then
      visit(entry.value, mod_id .. "." .. entry.name, id)
    end
  end
end

-- The same for its classes of entities, and for its items.
function M.each_entity(mod_id, visit)
  each("Entities", mod_id, visit)
end

function M.each_item(mod_id, visit)
  each("Items", mod_id, visit)
end

-- "mod.name" of a registered class, or nil.
function M.registered(target)
  return names[target]
end

-- "mod.name" of a registered item, or of its id; nil for any other value.
function M.item_name(item)
  local entry = lists.Items[type(item) == "table" and item.id or item]
  if entry and (type(item) ~= "table" or entry.value == item) then
    return entry.mod.id .. "." .. entry.name
  end
end

-- The list Entities or Items of a mod.
function M.list_for(mod, list)
  local entries = lists[list]
  local function get(id)
    local entry = entries[id]
    return entry and proxies.seen_by(mod, entry.value, entry.mod)
  end
  local add_function = list == "Items" and "registerItem" or "registerEntity"
  return proxies.new(list, {
    __index = function(_, id)
      return get(id)
    end,
    __len = function()
      return #entries
    end,
    __pairs = function()
      local id = 0
      return function()
        id = id + 1
        local value = get(id)
        if value ~= nil then
          return id, value
        end
      end
    end,
  }, list .. " is the host's; " .. add_function .. " adds to it")
end

-- { Entities, Items } of a mod, as `reader` sees them.
local function content_for(reader, owner)
  local fronts = {}
  for list, by_name in next, contents[owner] do
    local values = {}
    for name, value in next, by_name do
      values[name] = proxies.seen_by(reader, value, owner)
    end
    local title, valid = "Mods." .. owner.id .. "." .. list, core_typos.set(values)
    fronts[list] = setmetatable(values, {
      __metatable = false,
      __index = function(_, name)
        core_typos.read(name, valid, title)
      end,
    })
  end
  return fronts
end

-- The table Mods of a mod. A key is the id of a mod, also with a capital letter.
function M.mods_for(mod)
  return proxies.new("Mods", {
    __index = function(_, key)
      local match
      for owner in next, contents do
        if owner.id == key then
          return content_for(mod, owner)
        elseif owner.id:gsub("^.", string.upper) == key and not (match and match.number < owner.number) then
          -- Of ids that differ only in the case of the first letter, the mod that was loaded first.
          match = owner
        end
      end
      return match and content_for(mod, match)
    end,
  })
end

-- The sections of the table that `main.lua` returns, in the order in which they are registered: { name, function that
-- registers a value, whether the key comes before the value }. Keys that are no names are left out after a value.
local SECTIONS = {
  { "entities", "registerEntity" }, { "items", "registerItem" }, { "attackSources", "registerAttackSource" },
  { "stats", "registerStat", true }, { "status", "registerStatus", true },
}
local KEYS = core_typos.names "entities items attackSources stats status ready begin"

-- The keys of a section: numbers first, then names.
local function sorted_keys(section, title)
  if type(section) ~= "table" then
    raise(title .. " is " .. stable_order.type(section) .. ": must be a table of names and values")
  end
  local keys = {}
  for key in next, section do
    if type(key) ~= "string" and math.type(key) ~= "integer" then
      raise(title .. " has a key that is a " .. stable_order.type(key) .. ": must be a name")
    end
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b)
    if type(a) == type(b) then
      return a < b
    end
    return type(a) == "number"
  end)
  return keys
end

-- Registers a value of a section of content.
local function register_value(section, functions, key, value)
  local name, register, is_key_first = section[1], functions[section[2]], section[3]
  if is_key_first then
    register(key, value)
  elseif name == "attackSources" and type(value) ~= "string" and type(key) == "string" then
    register(key)
  elseif name == "attackSources" then
    register(value)
  else
    if name == "entities" then
      class.check_class(value, "the value")
    end
    register(value, type(key) == "string" and key or nil)
  end
end

-- Raises an error about the table of content of a mod, or at a path in it; one with a source location stays as it is.
function M.refuse_content(mod, message, path)
  message = text.tostring(message)
  if errors.split_location(message) then
    error(message, 0)
  end
  raise("what " .. mod.id .. "/" .. mod.entry .. " returns: " .. (path and path .. ": " or "") .. message)
end

-- Warns of a result of `main.lua` that holds no content, and is not nothing; a mod that registered something itself may
-- return what it likes.
function M.check_result(mod, result)
  if mod.entry ~= "main.lua" or result == nil or contents[mod] then
    return
  end
  local is_table = type(result) == "table"
  for key in next, is_table and result or {} do
    if KEYS[key] == true then
      return
    end
  end
  if not is_table or next(result) ~= nil then
    local known = KEYS[1]:gsub("%z", ", ")
    py.warn("what it returns has no content of a mod", mod.id .. "/main.lua", nil, "content is a table with " .. known)
  end
end

-- Registers the table that `main.lua` of a mod returned, with the functions that register a value.
function M.register_content(mod, result, functions)
  core_typos.check(result, KEYS, "what " .. mod.id .. "/" .. mod.entry .. " returns")
  for _, section in ipairs(SECTIONS) do
    local name = section[1]
    local values = result[name]
    local ok, keys = protect.pcall(sorted_keys, values == nil and {} or values, name)
    if not ok then
      M.refuse_content(mod, keys)
    end
    for _, key in ipairs(keys) do
      local done, message = protect.pcall(register_value, section, functions, key, values[key])
      if not done then
        M.refuse_content(mod, message, checkers.step(name, key))
      end
    end
  end
  content_of(mod)
end

-- Removes what a mod that failed to load has registered.
function M.forget(mod)
  contents[mod] = nil
  for list, entries in next, lists do
    for id = #entries, 1, -1 do
      local entry = entries[id]
      if entry.mod == mod then
        names[entry.value] = nil
        shared[list].numbers[mod.id .. "." .. entry.name] = nil
        table.remove(entries, id)
        table.remove(shared[list].values, id)
      end
    end
  end
end

return M
