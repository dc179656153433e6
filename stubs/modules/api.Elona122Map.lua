---@meta api.Elona122Map
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

return Elona122Map
