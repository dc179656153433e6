-- The module Aspect: the classes that implement interfaces of aspects by default.

local import = ...
local classes = import "areas/language/class"
local errors = import "core/errors"
local loader = import "core/loader"
local text = import "core/sandbox/text"

local Aspect = {}

local function check_interface(interface, title)
  if not classes.aspect_key(interface) then
    errors.fail("%s: %s is not an interface of aspects: must include IAspect", title, text.shown(interface))
  end
end

function Aspect.get_default_impl(interface)
  check_interface(interface, "Aspect.get_default_impl")
  return classes.default_implementation(interface)
end

function Aspect.set_default_impl(interface, implementation)
  check_interface(interface, "Aspect.set_default_impl")
  classes.set_default_implementation(loader.calling_mod "Aspect.set_default_impl", interface, implementation)
end

return Aspect
