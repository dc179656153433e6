"""Levels of the generators of the host: plans with corridors, doors, an entrance, an exit, and what lies in them.

`corridors` joins rooms, `chambers` divides caves, `ends` places entrance and exit and closes dead ends, `locks` locks
doors. `names` says what rooms are, `room_kinds` is the data of rooms and furniture, and `furnish` places it; `contents`
has monsters, keys and treasure. `level` has the steps in their order, and `paint_level` makes the map.
"""
