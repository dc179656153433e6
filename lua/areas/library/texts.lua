-- The texts of mods: files under locale/en of a mod return tables of them. A key is `namespace:a.b`; the namespace is
-- `base`, or the name of a folder in locale/en.

local import, py = ...
local arguments = import "areas/arguments"
local loader = import "core/loader"
local protect = import "core/sandbox/protect"
local session = import "areas/session"
local split = import("core/dialects").split

local M = {}

local FOLDER, BASE = "locale/en", "base"
local MAX_DEPTH = 8

-- mod -> namespace -> list of tables of texts, read at first use.
local texts = session.weak()

-- Adds the tables of the files in a folder of a mod.
local function add_folder(mod, folder, namespace, by_namespace, depth)
  local ok, names = protect.try(py.list_folder, mod.number, folder)
  for _, name in ipairs(ok and split(names) or {}) do
    local path = folder .. "/" .. name
    if name:match "%.lua$" then
      local list = by_namespace[namespace] or {}
      by_namespace[namespace] = list
      list[#list + 1] = loader.compile(mod, path, mod.env)()
    elseif depth < MAX_DEPTH then
      add_folder(mod, path, depth == 0 and name or namespace, by_namespace, depth + 1)
    end
  end
end

local function texts_of(mod)
  if not texts[mod] then
    texts[mod] = {}
    add_folder(mod, FOLDER, BASE, texts[mod], 0)
  end
  return texts[mod]
end

-- What a table of texts holds under a path `a.b.c`; a key of a table may be `a.b`, as ids of entries are.
local function find_in(value, path)
  while path and arguments.is_plain(value) do
    local first, rest = path:match "^([^.]*)%.(.*)$"
    local second, others = (rest or ""):match "^([^.]*)%.(.*)$"
    local pair = rest and rawget(value, first .. "." .. (second or rest))
    if pair ~= nil then
      value, path = pair, others
    else
      value, path = rawget(value, first or path), rest
    end
  end
  return not path and value or nil
end

-- What the files of the mods hold under a key: a text, a list of texts, a function, a table; or nil.
function M.find(key)
  if type(key) ~= "string" then
    return nil
  end
  local namespace, path = key:match "^([^:]*):(.*)$"
  for _, id in ipairs(arguments.sorted_keys(loader.mods)) do
    for _, value in ipairs(texts_of(loader.mods[id])[namespace or BASE] or {}) do
      local entry = find_in(value, path or key)
      if entry ~= nil then
        return entry
      end
    end
  end
end

return M
