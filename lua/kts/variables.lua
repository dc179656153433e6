-- The variables of the table kts: MENU, DUNGEON_ERROR, hooks, and what mods add. All mods share them.

local import = ...
local changes = import "core/changes"
local text = import "core/sandbox/text"
local typos = import "core/typos"

local values = { VERSION = 1 }

changes.tables[values] = "kts"

-- Name -> id of the mod that set the variable last.
local owners = {}
-- Mod id -> the menu that the mod set.
local menus = {}
-- Name -> earlier values, { value, id of the owner } …, for when a mod fails to load.
local history = {}
-- File and line of the kts.LayoutDungeon that failed.
local error_file, error_line

local HOOKS = "HOOK_CREATURE_SQUELCH HOOK_KNIGHT_DAMAGE HOOK_MISSILE_MISS HOOK_SHOOT HOOK_WEAPON_DOWNSWING "
  .. "HOOK_WEAPON_PARRY"

-- reserved: names that the host or the original uses, whether they are set or not.
local M = {
  hooks = typos.names(HOOKS),
  reserved = typos.names("CONTROLS DEAD_KNIGHT_TILES DEFAULT_ITEM DUNGEON_ERROR KNIGHT_HOUSE_COLOURS "
    .. "KNIGHT_HOUSE_COLOURS_MENU MENU MISC_CONFIG VERSION " .. HOOKS),
}

function M.get(name)
  return values[name]
end

function M.set(mod, name, value)
  if owners[name] ~= mod.id or name == "MENU" then
    changes.note(mod.id .. " sets kts." .. name)
  end
  if owners[name] ~= mod.id then
    local list = history[name] or {}
    list[#list + 1] = { values[name], owners[name] }
    history[name] = list
  end
  values[name], owners[name] = value, mod.id
  if name == "MENU" then
    menus[mod.id] = value
  end
end

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

function M.owner_of(name)
  return owners[name]
end

function M.menu_of(mod_id)
  return menus[mod_id]
end

function M.has_menu(mod_id)
  return menus[mod_id] ~= nil
end

-- Drops what a mod that failed to load has set.
function M.forget(mod)
  menus[mod.id] = nil
  for name, list in next, history do
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
