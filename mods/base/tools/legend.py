"""What the tile numbers and the letters of the drawings mean.

`TABLE` repeats the numbers of ../segment_tiles.lua (checks.py proves that both agree) and adds what the
checks must know about each one.
"""

from __future__ import annotations

from dataclasses import dataclass

# role:  wall   nothing passes, ever              floor  walking is clear, things may lie here
#        arch   floor that parts two rooms        door   a lockable door
#        gate   only a switch moves it            stair  walking is clear, no border door in front
#        block  furniture that walkers go round   front  furniture somebody must be able to stand at
#        pit    walking is clear, and deadly      home   a normal home        exit   a special home
TABLE = """
1 wall_stone wall | 2 wall_brick wall | 3 wall_rock wall | 4 wall_marble wall | 5 wall_bone wall
6 wall_moss wall | 7 wall_iron wall | 8 wall_hedge wall | 9 wall_cracked wall
10 floor_stone floor | 11 floor_flags floor | 12 floor_wood floor | 13 floor_marble floor
14 floor_dirt floor | 15 floor_grass floor | 16 floor_moss floor | 17 floor_mosaic floor
18 carpet_red floor | 19 carpet_blue floor
20 door_wood_h door | 21 door_wood_v door | 22 door_iron_h door | 23 door_iron_v door
24 gate_h gate | 25 gate_v gate | 26 gate_raised_h gate | 27 gate_raised_v gate
28 door_secret_h door | 29 door_secret_v door | 30 door_barred_h door | 31 door_barred_v door
32 archway_h arch | 33 archway_v arch | 34 curtain_h arch | 35 curtain_v arch
36 door_stone_h door | 37 door_stone_v door
38 rubble floor | 39 straw floor
40 chest_n front | 41 chest_e front | 42 chest_s front | 43 chest_w front
44 coffer_n front | 45 coffer_e front | 46 coffer_s front | 47 coffer_w front
48 sarcophagus_n front | 49 sarcophagus_e front | 50 sarcophagus_s front | 51 sarcophagus_w front
52 barrel front | 53 crate front | 54 urn front
55 table_long_h front | 56 table_long_v front | 57 table_round front | 58 small_table front | 59 desk front
60 home_n home | 61 home_e home | 62 home_s home | 63 home_w home
64 exit_n exit | 65 exit_e exit | 66 exit_s exit | 67 exit_w exit
68 bench_h block | 69 bench_v block
70 stairs_n stair | 71 stairs_e stair | 72 stairs_s stair | 73 stairs_w stair | 74 stair_top stair
75 lever front | 76 pressure_plate floor | 77 pit pit | 78 water block | 79 puddle floor | 80 lava block
81 pillar block | 82 statue_knight block | 83 statue_angel block | 84 well block | 85 fountain block
86 altar front | 87 pentagram floor | 88 gravestone block | 89 grave_mound floor
90 bookcase_h front | 91 bookcase_v front | 92 brazier block | 93 hearth block
94 bed_h block | 95 bed_v block
96 throne block | 97 cage block | 98 weapon_rack front | 99 cauldron block | 100 anvil block
101 bush block | 102 tree block | 103 flowers floor | 104 mushrooms floor | 105 bones floor | 106 cobweb floor
107 boulder block | 108 armour_stand block | 109 workbench block | 110 bridge floor
120 coins_on_floor floor | 121 goblet_on_table front | 122 bread_on_table front | 123 bolts_on_bench front
124 potion_on_bench front | 125 lamp_on_table front | 126 pick_on_floor floor | 127 dagger_on_floor floor
130 bat_here floor | 131 rat_here floor | 132 spider_here floor
133 skeleton_here floor | 134 goblin_here floor
135 ogre_here floor | 136 gargoyle_here floor | 137 tomb_guard_here floor | 138 cultist_here floor
140 lich_here floor | 141 relic_on_plinth front | 142 ritual_altar front | 143 captive_here floor
"""


@dataclass(frozen=True, slots=True)
class Number:
    """One tile number of the segment files."""

    value: int  # as written in the files
    name: str  # name of the Lua variable (or of what the combination shows)
    role: str  # see above


def _read() -> dict[int, Number]:
    rows = [cell.split() for line in TABLE.strip().splitlines() for cell in line.split("|")]
    return {int(value): Number(int(value), name, role) for value, name, role in rows}


NUMBERS = _read()
BY_NAME = {number.name: number for number in NUMBERS.values()}

PASSABLE = frozenset({"floor", "arch", "stair", "door"})  # without help of a switch
CLEAR = frozenset({"floor", "arch", "stair"})
PARTING = frozenset({"arch", "door", "gate", "stair"})  # squares that part rooms

# Letters whose number needs no look at the neighbours.
PLAIN = {
    "P": "pillar",
    "O": "statue_knight",
    "Q": "statue_angel",
    "W": "well",
    "F": "fountain",
    "a": "altar",
    "*": "pentagram",
    "n": "gravestone",
    "m": "grave_mound",
    "^": "pit",
    "~": "water",
    "w": "puddle",
    "!": "lava",
    "<": "stairs_w",
    ">": "stairs_e",
    "N": "stairs_n",
    "V": "stairs_s",
    "_": "stair_top",
    "l": "lever",
    "p": "pressure_plate",
    "r": "rubble",
    "R": "boulder",
    "y": "bush",
    "Y": "tree",
    "f": "flowers",
    "M": "mushrooms",
    "o": "bones",
    "S": "cobweb",
    "k": "cage",
    "i": "weapon_rack",
    "I": "armour_stand",
    "j": "anvil",
    "L": "hearth",
    "X": "throne",
    "U": "cauldron",
    "e": "brazier",
    "D": "workbench",
    "b": "barrel",
    "x": "crate",
    "u": "urn",
    "t": "small_table",
    "d": "desk",
    "$": "coins_on_floor",
    "-": "straw",
    "/": "bridge",
}
# Letters that turn with the wall they stand in: name_h in a wall that runs east-west, name_v otherwise.
IN_WALL = {
    "+": "door_wood",
    "=": "door_iron",
    "G": "gate",
    "g": "gate_raised",
    "?": "door_secret",
    "B": "door_barred",
    "A": "archway",
    "Z": "curtain",
    "&": "door_stone",
}
# Letters that look away from the wall behind them.
FACING = {"c": "chest", "C": "coffer", "s": "sarcophagus"}
# Letters that stand on the edge of the segment and look outwards.
AT_EDGE = {"H": "home", "E": "exit"}
