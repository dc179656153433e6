-- The module I18N: texts of mods by their keys.

local import = ...
local arguments = import "areas/arguments"
local event_emitter = import "areas/interface/event_emitter"
local random = import "core/game/random"
local session = import "areas/session"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"
local texts = import "areas/library/texts"
local values = import "core/border/values"

local format, match, upper = string.format, string.match, string.upper

local I18N = {}

-- The list of texts under a key, or nil.
local function find_list(key)
  local value = texts.find(key)
  return arguments.is_plain(value) and rawget(value, 1) ~= nil and value or nil
end

-- The text under a key: one of a list, or the result of a function; or nil.
local function find_text(key, ...)
  local list = find_list(key)
  local value = list and rawget(list, random.below(session.stream "I18N", rawlen(list)) + 1) or texts.find(key)
  if values.is_callable(value) then
    value = value(...)
  end
  if value ~= nil and stable_order.type(value) ~= "table" then
    return text.tostring(value)
  end
end

function I18N.get_array(key)
  local list = find_list(key)
  return list and arguments.copy(list)
end

function I18N.get_choice_count(key)
  return rawlen(find_list(key) or {})
end

-- A text as handlers of base.after_get_translation change it.
local function translate(translated, kind, id, ...)
  local result = event_emitter.emit(nil, nil, "base.after_get_translation",
    { language_id = I18N.language_id(), kind = kind, id = id, args = { ... } }, translated)
  return type(result) == "string" and result or translated
end

function I18N.get(key, ...)
  return translate(find_text(key, ...) or format("<error: %s>", text.tostring(key)), nil, key, ...)
end

function I18N.get_optional(key, ...)
  local optional = find_text(key, ...)
  return optional and translate(optional, nil, key, ...)
end

-- The key of the text of a field of an entry: the type is the namespace.
local function key_of_entry(kind, id, key)
  return format("%s:%s.%s", text.tostring(kind), text.tostring(id), text.tostring(key))
end

function I18N.localize(kind, id, key, ...)
  local full_key = key_of_entry(kind, id, key)
  return translate(find_text(full_key, ...) or format("<error: %s>", full_key), kind, id, key, ...)
end

function I18N.localize_optional(kind, id, key, ...)
  local optional = find_text(key_of_entry(kind, id, key), ...)
  return optional and translate(optional, kind, id, key, ...)
end

function I18N.quote(value)
  return '"' .. value .. '"'
end
I18N.quote_speech = I18N.quote

function I18N.is_quoted(value)
  return match(value, '^".*"$') ~= nil
end

function I18N.capitalize(value)
  return upper(value:sub(1, 1)) .. value:sub(2)
end

function I18N.language()
  return "en"
end

function I18N.language_id()
  return "base.english"
end

function I18N.is_fullwidth()
  return false
end

function I18N.space()
  return " "
end

return I18N
