-- The table `class` of mods.

local import = ...
local classes = import "areas/language/class"
local errors = import "core/errors"
local proxies = import "core/sandbox/proxies"
local signatures = import "core/border/signatures"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local fail, shown = errors.fail, text.shown

-- The table of a mod. `find_module(path)` returns the class or interface of a path.
return function(mod, find_module)
  local function resolve(of)
    return type(of) == "string" and find_module(of) or of
  end
  local library = { is_class = classes.is_class, is_interface = classes.is_interface }

  function library.class(name, interface_list)
    local new = classes.new_class(mod, name, interface_list)
    -- Instances find their class under this name.
    new.__class = new
    return new
  end

  function library.interface(name, members, parents)
    return classes.new_interface(mod, name, members, parents)
  end

  function library.is_an(of, object)
    return classes.is_an(resolve(of), object, "class.is_an")
  end

  function library.assert_is_an(of, object)
    of = resolve(of)
    if not classes.is_an(of, object, "class.assert_is_an") then
      fail("%s (%s) is not an instance of %s '%s'", shown(object), stable_order.type(object),
        classes.is_interface(of) and "Interface" or "Class", classes.name(of))
    end
    return object
  end

  function library.is_class_instance(value)
    return classes.identify(value) ~= nil
  end

  function library.implements(of, interface)
    return classes.names_interface(of, interface)
  end

  signatures.apply("areas", "class", library)
  return proxies.new("class", {
    __index = library,
    __call = function(_, ...)
      return library.class(...)
    end,
  }, "class is a table of the host")
end
