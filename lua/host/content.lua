-- What mods of the actions dialect register by number: the lists behind the globals Items and Entities, from which the
-- pools i and e draw.

return { items = {}, entities = {} }
