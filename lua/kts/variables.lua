-- The variables of the table kts. There is one set of them, as mods talk to the engine and to each other through it.

local values = { VERSION = 1 }

-- name -> the id of the mod that set it last.
local owners = {}
-- mod id -> the menu it set.
local menus = {}

local M = {}

function M.get(name)
  return values[name]
end

function M.set(mod, name, value)
  values[name], owners[name] = value, mod.id
  if name == "MENU" then
    menus[mod.id] = value
  end
end

function M.set_error(message)
  values.DUNGEON_ERROR, owners.DUNGEON_ERROR = message, nil
end

function M.each()
  return next, values
end

-- The id of the mod that set a variable last.
function M.owner_of(name)
  return owners[name]
end

-- The menu that a mod set, or nil.
function M.menu_of(id)
  return menus[id]
end

function M.has_menu(id)
  return menus[id] ~= nil
end

-- Forgets what a mod that failed to load has set.
function M.forget(mod)
  menus[mod.id] = nil
  for name, id in next, owners do
    if id == mod.id then
      values[name], owners[name] = nil, nil
    end
  end
end

return M
