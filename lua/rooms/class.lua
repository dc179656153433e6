-- class(base): classes as Codea has them. A class takes over what its base has when it is made.

local import = ...
local errors = import "core/errors"
local class = import "core/class"
local signatures = import "core/border/signatures"
local text = import "core/sandbox/text"

local raise = errors.raise

-- What all classes of Codea have.
local shared = signatures.apply("rooms", "Object", {
  is_a = function(object, wanted)
    return class.is(object, wanted)
  end,
})

local function equip(made, base)
  made.is_a, made._base = shared.is_a, base
  return made
end

local function make_class(given)
  local base = class.meant(given)
  if base ~= nil and not class.is_class(base) then
    raise("class: its argument is " .. text.shown(base) .. ": must be a class, or nothing")
  end
  return equip(class.new { bases = { base }, constructor = "init", at_once = true }, given)
end

return { make = make_class, equip = equip }
