-- The module I18N: texts by their keys. There are no texts of languages, so each key is answered as one that has none.

local import = ...
local event_emitter = import "areas/interface/event_emitter"
local text = import "core/sandbox/text"

local format, match, upper = string.format, string.match, string.upper

local I18N = {}

local function find_nothing()
  return nil
end
I18N.get_optional, I18N.localize_optional, I18N.get_array = find_nothing, find_nothing, find_nothing

-- A text as handlers of base.after_get_translation change it.
local function translate(translated, kind, id, ...)
  local result = event_emitter.emit(nil, nil, "base.after_get_translation",
    { language_id = I18N.language_id(), kind = kind, id = id, args = { ... } }, translated)
  return type(result) == "string" and result or translated
end

function I18N.get(key, ...)
  return translate(format("<error: %s>", text.tostring(key)), nil, key, ...)
end

function I18N.localize(kind, id, key, ...)
  return translate(format("<error: %s:%s.%s>", text.tostring(kind), text.tostring(id), text.tostring(key)), kind, id,
    key, ...)
end

function I18N.get_choice_count()
  return 0
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
