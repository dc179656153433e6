-- The table `types`: checkers of values, for the fields of types and for the params of feats.

local import, py = ...
local errors = import "core/errors"
local checkers = import "core/border/checkers"
local classes = import "areas/language/class"
local data = import "areas/data/registry"
local declared = import "areas/kinds"
local objects = import "areas/object/instances"
local text = import "core/sandbox/text"
local proxies = import "core/sandbox/proxies"

local raise, shown = errors.raise, text.shown
local format = string.format
local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type

local M = {}

local function make_types()
  local library = {}
  for name, atom in next, checkers.atoms do
    library[name] = atom
  end
  for name, make in next, checkers.make do
    library[name] = make
  end
  library.callback = setmetatable({}, {
    __metatable = false,
    __call = function()
      return checkers.callback
    end,
  })
  function library.data_id(kind)
    if not checkers.is_full_id(kind) then
      raise(format("types.data_id: kind is %s: must be the name of a type, such as base.item", shown(kind)))
    end
    return data.data_id(kind)
  end
  function library.data_entry(kind)
    return checkers.define("data_entry", function(value, path, found)
      local entry = proxies.original(value) or value
      local record = type(entry) == "table" and data.find(kind, rawget(entry, "_id"))
      if not record or record.entry ~= entry then
        checkers.fault(found, path, value, format("must be an entry of %s", text.tostring(kind)))
      end
    end)
  end
  function library.map_object(kind)
    return checkers.define("map_object", function(value, path, found)
      if not objects.is(value, kind ~= "any" and kind or nil) then
        checkers.fault(found, path, value, format("must be an object made of %s", text.tostring(kind)))
      end
    end)
  end
  library["class"] = function(of)
    return checkers.define("class", function(value, path, found)
      if not classes.is_an(of, value) then
        checkers.fault(found, path, value, "must be an instance of that class")
      end
    end)
  end
  library.interface = library["class"]
  library.class_type = checkers.define("class_type", function(value, path, found)
    if not classes.is_class(value) then
      checkers.fault(found, path, value, "must be a class")
    end
  end)
  library.interface_type = checkers.define("interface_type", function(value, path, found)
    if not classes.is_interface(value) then
      checkers.fault(found, path, value, "must be an interface")
    end
  end)
  -- Whether a value is of a type: true; or false, and all that is wrong, a line each.
  function library.check(value, checker)
    local found = checkers.check(checker, value)
    if not found[1] then
      return true
    end
    local lines = {}
    for i, one in ipairs(found) do
      local close = one.word and py.suggest(one.word, table.concat(one.type or {}, "\0"))
      lines[i] = checkers.sentence(one) .. (close and "; " .. close or "")
    end
    return false, table.concat(lines, "\n")
  end
  function library.wrap(checker)
    return checker
  end
  return proxies.fixed("types", declared.check("types", library))
end
M.library = make_types()

return M
