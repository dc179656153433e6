-- The variables of the table kts. There is one set of them, as mods talk to the engine and to each other through it.

local import = ...
local text = import "core/sandbox/text"

local values = { VERSION = 1 }

-- name -> the id of the mod that set it last.
local owners = {}
-- mod id -> the menu it set.
local menus = {}

-- Names that mean something to the host, whether they are set or not.
local known = {}
for name in ("DEFAULT_ITEM DUNGEON_ERROR MENU VERSION HOOK_CREATURE_SQUELCH HOOK_KNIGHT_DAMAGE HOOK_MISSILE_MISS "
  .. "HOOK_SHOOT HOOK_WEAPON_DOWNSWING HOOK_WEAPON_PARRY"):gmatch("%S+") do
  known[name] = true
end

local M = { known = known }

function M.get(name)
  return values[name]
end

-- name -> what it was before others set it: { value, id } …, for when a mod fails to load.
local before = {}

function M.set(mod, name, value)
  if owners[name] ~= mod.id then
    local list = before[name] or {}
    list[#list + 1] = { values[name], owners[name] }
    before[name] = list
  end
  values[name], owners[name] = value, mod.id
  if name == "MENU" then
    menus[mod.id] = value
  end
end

-- Where the layout was asked for that failed: file, line.
local error_file, error_line

function M.set_error(message, file, line)
  values.DUNGEON_ERROR, owners.DUNGEON_ERROR = message, nil
  error_file, error_line = file, line
end

function M.error_place()
  return error_file, error_line or 0
end

-- The text of DUNGEON_ERROR, or nil.
function M.error_message()
  local message = values.DUNGEON_ERROR
  if message ~= nil then
    return text.tostring(message)
  end
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
  for name, list in next, before do
    for i = #list, 1, -1 do
      if list[i][2] == mod.id then
        table.remove(list, i)
      end
    end
    if owners[name] == mod.id then
      local last = table.remove(list) or {}
      values[name], owners[name] = last[1], last[2]
    end
  end
end

return M
