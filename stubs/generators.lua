---@meta host.generators
-- Made by `python -m host.reference` from the declarations that the host checks arguments by.

---What register_generator takes.
---@class generators.GeneratorFields
---@field id string a name of letters, digits and _
---@field generate fun(options: table): any makes the map: is given a table of all options, and returns a map, or nil for the map of the game
---@field options generators.GeneratorOption[]? what it can be told
---@field help string? what it makes, in a few words

---One option of a generator: with least and most a number, with choices one of these, with a default of true or false one of these two.
---@class generators.GeneratorOption
---@field id string its name; not seed nor players
---@field default any what it is when nobody says; of choices the first, if not given
---@field type ("integer" | "number" | "boolean" | "choice")? found out of the default and the choices when not given
---@field least number? the least it may be
---@field most number? the most it may be
---@field choices (string | number | boolean)[]? what it may be
---@field help string? what it does, in a few words

local generators = {}

---Register a generator: `dungeon-host generate MOD.ID` runs it, and a mod's only one goes by the name of the mod, too.
---* refused: mods register generators while they load
---* refused: an option needs a default, bounds that hold it, or choices
---@param generator generators.GeneratorFields
function generators.register_generator(generator) end

return generators
