-- What objects carry: lists of { id =, number =, name =, glyph =, colour = }, of which only the id must be there.

local M = {}

-- The names of carried things, with the numbers of stacks. The list may be nil.
function M.names(items)
  local names = {}
  for i, item in ipairs(items or {}) do
    local number = item.number or 1
    names[i] = (item.name or item.id) .. (number > 1 and " (" .. number .. ")" or "")
  end
  return names
end

-- A text without the bytes that separate texts.
local function clean(text)
  return type(text) == "string" and (string.gsub(text, "%z", " ")) or ""
end
M.clean = clean

local function list_nothing()
  return {}
end

-- Adds texts about what an object carries, for Python. A mod may have put something else in the place of an inventory:
-- what cannot be asked carries nothing.
function M.add_texts(texts, uid, layer, object)
  local ok, items = pcall(layer.carried or list_nothing, object)
  for _, item in ipairs(ok and items or {}) do
    texts[#texts + 1] = table.concat({
      uid, item.number or 1, clean(item.id), clean(item.name), clean(item.glyph), clean(item.colour),
    }, "\0")
  end
end

return M
