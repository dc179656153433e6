-- Typos: warnings about names that are nearly those the host knows.

local import, py = ...
local budget = import "core/sandbox/budget"
local errors = import "core/errors"

local M = {}

-- Table of a mod -> set of the unknown names in it that were checked.
local seen = setmetatable({}, { __mode = "k" })

-- Makes a set of valid names from a text with spaces; [1] is the list for Python.
function M.names(text)
  local valid = { (string.gsub(text, "%s+", "\0")) }
  for name in string.gmatch(text, "%S+") do
    valid[name] = true
  end
  return valid
end

-- Returns the names that are keys of a table, sorted.
function M.keys(t)
  local list = {}
  for key in next, t do
    if type(key) == "string" then
      list[#list + 1] = key
    end
  end
  table.sort(list)
  return list
end

-- Makes a set of the names that are keys of a table.
function M.set(t)
  return M.names(table.concat(M.keys(t), " "))
end

-- Checks the names of the fields of a table of a mod, and warns of each name once; `subject` is what messages call the
-- table. The warning is at the line of the running mod unless a file and a line are passed.
function M.check(t, valid, subject, file, line)
  local names, unknown = seen[t], nil
  for key in next, t do
    if type(key) == "string" and not valid[key] and not (names and names[key]) then
      unknown, names = unknown or {}, names or {}
      unknown[#unknown + 1], names[key] = string.gsub(key, "\0", "?"), true
    end
  end
  if unknown then
    seen[t] = names
    if not file then
      file, line = errors.where()
    end
    py.warn_typos(subject, table.concat(unknown, "\0"), valid[1], file, line)
  end
end

-- Checks one name that a mod used, once for each set of known names.
function M.name(name, valid, subject)
  if type(name) == "string" and not valid[name] then
    M.check({ [name] = true }, valid, subject)
    valid[name] = true
  end
end

-- Checks a name that a mod read and that does not exist, once for each set of known names.
function M.read(name, valid, subject)
  if type(name) == "string" and not valid[name] then
    valid[name] = true
    py.warn_misread(subject, name, valid[1], errors.where())
  end
end

-- Raises `message` about a name that is not a key of the table `valid`, with the nearest key: at the line of the
-- running mod, or without one at a file and a line.
function M.refuse(message, name, valid, file, line)
  name = type(name) == "string" and name or ""
  local names = table.concat(M.keys(valid), "\0")
  budget.charge(#names)
  if file and not errors.where() then
    local hint = py.suggest(name, names)
    errors.raise_at(file, line, hint and message .. "; " .. hint or message)
  end
  py.refuse_name(message, name, names)
end

-- Returns a hint if the field `name` that a table of a mod lacks may be there under a misspelled name, or nil.
function M.find_misspelled(name, t)
  return rawget(t, name) == nil and py.find_misspelled(name, table.concat(M.keys(t), "\0")) or nil
end

-- Warns of a glyph or a colour that cannot be drawn.
function M.look(glyph, colour, subject, file, line)
  glyph, colour = type(glyph) == "string" and glyph or nil, type(colour) == "string" and colour or nil
  if glyph or colour then
    py.warn_undrawable(subject, glyph, colour, file, line)
  end
end

-- Warns of a sprite that a mod cannot use, or of a material that is none.
function M.sprite(mod_id, sprite, material, subject, file, line)
  sprite, material = type(sprite) == "string" and sprite or nil, type(material) == "string" and material or nil
  if sprite or material then
    py.warn_sprite(mod_id, subject, sprite, material, file, line)
  end
end

-- Tells whether a path looks like another one of the same folder with a typo in its last word.
function M.is_path_typo(path, paths)
  local folder, word = string.match(path, "^(.*[./])([^./]+)$")
  local words = {}
  for _, other in ipairs(folder and paths or {}) do
    if other:sub(1, #folder) == folder then
      words[#words + 1] = other:sub(#folder + 1)
    end
  end
  return #words > 0 and py.suggest(word, table.concat(words, "\0")) ~= nil
end

return M
