-- Synchronizer: a class without methods, which mods for Dungeon Hopper require.

local import = ...
local class = import "actions/class"

local Synchronizer = class.define "Synchronizer"
class.close(Synchronizer)

return Synchronizer
