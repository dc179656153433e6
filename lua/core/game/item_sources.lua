-- How dialects let others list, take and lay their items on maps: dialect -> source.
--
-- A source has the items of a map in stacks. A stack is on a square, has items of one type, and is found by its key.
-- Types are numbers; maps are given by their numbers. The functions of a source:
--   describe(type)  id ("mod.name"), name, glyph and colour (or nil) of the items, and whether they can be taken
--   find(id)        the type with that id, or nil
--   version(number) a number that changes with the items of a map; a source without the function has none
--   read(number, visit)  calls visit(key, square, type, count) for each stack, in the same order in each run
--   locate(number, key, type)  square and count of a stack; nothing when it is gone; only for a source without versions
--   total(number, square, type, count)  how many items a square has when more are laid there; 0 without room for them
--   key_at(number, square, type)  the key of the stack that laid items join or become; nil when `open` gives one
--   open(number, square, type)  makes room for a stack, and returns its key
--   set(number, key, type, count)  sets the number of items of a stack; with 0 it is gone. Returns the new version,
-- false when the stack is gone
--   most            the largest number of items of a stack

return {}
