-- Content that mods of the actions dialect register by number: the lists behind the globals Items and Entities, from
-- which the pools i and e draw, and the number of each entry by its id, "mod.name".

return { items = {}, entities = {}, item_numbers = {}, entity_numbers = {} }
