-- What is on a map: iterators over it.

local import = ...
local iterators = import "areas/iterator/instances"
local maps = import "areas/map/instances"

local ipairs = ipairs
local given_square, methods, of, square = maps.given_square, maps.methods, maps.of, maps.square

local M = {}

local function iterate(own, layer)
  return iterators.of_list(own.store:all(layer))
end

function methods.iter(self)
  local own = of(self, "iter")
  local list = {}
  for _, object in ipairs(own.store:all()) do
    if maps.known_object(object) then
      list[#list + 1] = object
    end
  end
  return iterators.of_list(list)
end

function methods.iter_type(self, kind)
  return iterate(of(self, "iter_type"), maps.layers[kind])
end

function methods.iter_charas(self)
  return iterate(of(self, "iter_charas"), maps.layers["base.chara"])
end

function methods.iter_items(self)
  return iterate(of(self, "iter_items"), maps.layers["base.item"])
end

function methods.iter_feats(self)
  return iterate(of(self, "iter_feats"), maps.layers["base.feat"])
end

local KINDS = { "base.feat", "base.item", "base.chara" }

function methods.objects_at_pos(self, x, y)
  local own = of(self, "objects_at_pos")
  local list = {}
  x, y = given_square(own, "InstancedMap:objects_at_pos", x, y)
  if x then
    for _, kind in ipairs(KINDS) do
      for _, object in ipairs(own.store:at(maps.layers[kind], y * own.width + x)) do
        list[#list + 1] = object
      end
    end
  end
  return iterators.of_list(list)
end

function methods.iter_type_at_pos(self, kind, x, y)
  local own = of(self, "iter_type_at_pos")
  local layer = maps.layers[kind]
  x, y = square(own, x, y)
  return iterators.of_list(x and own.store:at(layer, y * own.width + x) or {})
end

return M
