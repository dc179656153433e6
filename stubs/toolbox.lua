---@meta host.toolbox
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---The options of toolbox.rooms; each may be left out.
---@class toolbox.RoomsOptions
---@field width integer? squares across (3 to 4000). Default: 85
---@field height integer? squares down (3 to 4000). Default: 64
---@field rooms integer? how many rooms (1 to 100000). Default: 12
---@field min_width integer? the least width of a room (1 to 4000). Default: 4
---@field max_width integer? the largest width of a room (1 to 4000). Default: 13
---@field min_height integer? the least height of a room (1 to 4000). Default: 4
---@field max_height integer? the largest height of a room (1 to 4000). Default: 12
---@field loops integer? hallways beyond those that join each room to the one before (0 to 100000). Default: 0
---@field doors number? the chance of a door where a hallway enters a room (0.0 to 1.0). Default: 0.0

---The options of toolbox.bsp; each may be left out.
---@class toolbox.BspOptions
---@field width integer? squares across (3 to 4000). Default: 85
---@field height integer? squares down (3 to 4000). Default: 64
---@field depth integer? how often parts are cut in two (0 to 20). Default: 5
---@field least integer? the least width and height of a part (3 to 1000). Default: 8
---@field min_room integer? the least width and height of a room (1 to 1000). Default: 4

---The options of toolbox.caves; each may be left out.
---@class toolbox.CavesOptions
---@field width integer? squares across (3 to 4000). Default: 85
---@field height integer? squares down (3 to 4000). Default: 64
---@field rock number? how much is rock at first (0.0 to 1.0). Default: 0.45
---@field rounds integer? how often each square follows most of its neighbours (0 to 100). Default: 5
---@field smallest integer? caves of fewer squares are filled up, but for the largest (1 to 100000). Default: 12

---The options of toolbox.walk; each may be left out.
---@class toolbox.WalkOptions
---@field width integer? squares across (3 to 4000). Default: 85
---@field height integer? squares down (3 to 4000). Default: 64
---@field open number? how much shall be open (0.0 to 1.0). Default: 0.35
---@field life integer? steps after which the walk begins anew somewhere it has been (1 to 1000000). Default: 400

---The options of toolbox.maze; each may be left out.
---@class toolbox.MazeOptions
---@field width integer? squares across (3 to 4000). Default: 85
---@field height integer? squares down (3 to 4000). Default: 64
---@field loops number? the chance of each dead end to be opened into a loop (0.0 to 1.0). Default: 0.0
---@field straight number? the chance to go straight on where one can (0.0 to 1.0). Default: 0.0

return toolbox
