-- Tries: to change the tiles of another mod that it does not depend on.
-- Ends: 1 "victim"
-- Known: it may, as handles of tiles are no views
require("victim").wall.access = { walking = "clear" }
