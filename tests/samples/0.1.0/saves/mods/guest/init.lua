data:add { _type = "base.chara", _id = "bard" }
data:add { _type = "base.map_tile", _id = "stage", is_solid = true }
local M = { Thing = class("Thing", Entity) }
M.Thing.layer = Layers.real
registerEntity(M.Thing)
registerItem(Item(), "gem")
function M.remember()
  save.guest.songs = { "one", "two" }
end
return M
