"""Programs of rules that come with the host, in TOML. All squares that they open are connected."""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    # A corridor grows two squares at a time, from any of its cells: Prim's algorithm.
    "maze": """
origin = "W"
rules = ["WBB=WAW"]
""",
    # A head R digs, and goes back on its own trail when it is stuck: a depth-first search.
    "backtracker": """
origin = "R"
rules = [{ markov = ["RBB=GGR", "RGG=WWR"] }, "R=W"]
""",
    # A maze whose dead ends are opened where a wall separates them from another corridor.
    "loops": """
origin = "W"
rules = ["WBB=WAW", { all = "**B*/WBWA/**B*=****/WAWA/****" }]
""",
    # A burrow grows into any square that touches nothing else.
    "burrow": """
origin = "W"
rules = ["BBB/BBB/*W*=***/*W*/*W*"]
""",
    # Burrows that keep their distance, and then grow a square wider in random places.
    "cavern": """
origin = "W"
rules = ["BBBBB/BBBBB/BBBBB/**W**=*****/*****/**W**/**W**", { all = "WB=WA", steps = 1 }, { all = "WBW=WAW" }]
""",
    # Rooms of three sizes, each behind a door in the wall of one that is there.
    "dungeon": """
origin = "W"
rules = [
  "BBB/BWB/BBB=WWW/WWW/WWW",
  { one = [
    '''
    *BBBBBBBB/*BBBBBBBB/*BBBBBBBB/WBBBBBBBB/*BBBBBBBB/*BBBBBBBB=
    *BBBBBBBB/*BWWWWWWB/*BWWWWWWB/*DWWWWWWB/*BWWWWWWB/*BBBBBBBB
    ''',
    '''
    *BBBBBB/*BBBBBB/*BBBBBB/WBBBBBB/*BBBBBB/*BBBBBB/*BBBBBB=
    *BBBBBB/*BWWWWB/*BWWWWB/*DWWWWB/*BWWWWB/*BWWWWB/*BBBBBB
    ''',
    "*BBBBB/*BBBBB/WBBBBB/*BBBBB/*BBBBB=*BBBBB/*BWWWB/*DWWWB/*BWWWB/*BBBBB",
  ] },
]

[kinds]
W = "room"
D = "door"
""",
}
