-- class(base): classes as in Codea. A class copies the fields of its base, and what is new to its base later.

local import, py = ...
local errors = import "core/errors"
local class = import "core/class"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local raise = errors.raise

-- Methods of all classes.
local object_methods = signatures.apply("rooms", "Object", {
  is_a = class.is,
})

-- Adds the fields of all classes to a new one.
local function equip(new_class, base)
  new_class.is_a, new_class._base = object_methods.is_a, base
  return new_class
end

local function make_class(...)
  local argument = ...
  local base = class.resolve_alias(argument)
  if base == nil and select("#", ...) > 0 then
    py.refuse_class("class", "a class, or nothing", errors.where())
  elseif base ~= nil and not class.is_class(base) then
    raise("class: its argument is " .. text.shown(base) .. ": must be a class, or nothing")
  end
  return equip(class.new { bases = { base }, constructor = "init", at_once = true }, argument)
end

return { make = make_class, equip = equip }
