-- Tries: to change the tiles of another mod that it does not depend on.
-- Ends: 1 "victim"
require("victim").wall.access = { walking = "clear" }
