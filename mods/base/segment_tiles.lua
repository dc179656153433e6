-- What the numbers of the segment files stand for. tools/legend.py repeats the numbers, and checks that it does.
-- The first tile of a list lies on top, and depths go before that.
segment_tiles = {
  -- walls
  [1] = wall_stone,
  [2] = wall_brick,
  [3] = wall_rock,
  [4] = wall_marble,
  [5] = wall_bone,
  [6] = wall_moss,
  [7] = wall_iron,
  [8] = wall_hedge,
  [9] = wall_cracked,

  -- floors and carpets
  [10] = floor_stone,
  [11] = floor_flags,
  [12] = floor_wood,
  [13] = floor_marble,
  [14] = floor_dirt,
  [15] = floor_grass,
  [16] = floor_moss,
  [17] = floor_mosaic,
  [18] = carpet_red,
  [19] = carpet_blue,

  -- doors, gates, archways: across a wall that runs east-west, then north-south
  [20] = { door_wood_h, floor_stone },
  [21] = { door_wood_v, floor_stone },
  [22] = { door_iron_h, floor_stone },
  [23] = { door_iron_v, floor_stone },
  [24] = { gate_h, floor_stone },
  [25] = { gate_v, floor_stone },
  [26] = { gate_raised_h, floor_stone },
  [27] = { gate_raised_v, floor_stone },
  [28] = { door_secret_h, floor_stone },
  [29] = { door_secret_v, floor_stone },
  [30] = { door_barred_h, floor_stone },
  [31] = { door_barred_v, floor_stone },
  [32] = { archway_h, floor_stone },
  [33] = { archway_v, floor_stone },
  [34] = { curtain_h, floor_stone },
  [35] = { curtain_v, floor_stone },
  [36] = { door_stone_h, floor_stone },
  [37] = { door_stone_v, floor_stone },

  -- on the floor
  [38] = { rubble, floor_stone },
  [39] = { straw, floor_stone },

  -- chests, coffers and sarcophagi: opened from the north, east, south, west
  [40] = { chest_n, floor_stone },
  [41] = { chest_e, floor_stone },
  [42] = { chest_s, floor_stone },
  [43] = { chest_w, floor_stone },
  [44] = { coffer_n, floor_stone },
  [45] = { coffer_e, floor_stone },
  [46] = { coffer_s, floor_stone },
  [47] = { coffer_w, floor_stone },
  [48] = { sarcophagus_n, floor_stone },
  [49] = { sarcophagus_e, floor_stone },
  [50] = { sarcophagus_s, floor_stone },
  [51] = { sarcophagus_w, floor_stone },

  -- vessels
  [52] = { barrel, floor_stone },
  [53] = { crate, floor_stone },
  [54] = { urn, floor_stone },

  -- tables
  [55] = { table_long_h, floor_wood },
  [56] = { table_long_v, floor_wood },
  [57] = { table_round, floor_wood },
  [58] = { small_table, floor_wood },
  [59] = { book, desk, floor_wood },

  -- homes, then special exits: looking north, east, south, west
  [60] = { home_n, floor_stone },
  [61] = { home_e, floor_stone },
  [62] = { home_s, floor_stone },
  [63] = { home_w, floor_stone },
  [64] = { exit_n, floor_stone },
  [65] = { exit_e, floor_stone },
  [66] = { exit_s, floor_stone },
  [67] = { exit_w, floor_stone },

  -- benches
  [68] = { bench_h, floor_stone },
  [69] = { bench_v, floor_stone },

  -- stairs: down to the north, east, south, west
  [70] = { stairs_n, floor_stone },
  [71] = { stairs_e, floor_stone },
  [72] = { stairs_s, floor_stone },
  [73] = { stairs_w, floor_stone },
  [74] = { stair_top, floor_stone },

  -- switches
  [75] = { lever, floor_stone },
  [76] = { pressure_plate, floor_stone },

  -- danger
  [77] = pit,
  [78] = water,
  [79] = { puddle, floor_stone },
  [80] = lava,

  -- what stands in the way
  [81] = { pillar, floor_stone },
  [82] = { statue_knight, floor_stone },
  [83] = { statue_angel, floor_marble },
  [84] = { well, floor_dirt },
  [85] = { fountain, floor_marble },
  [86] = { altar, floor_marble },
  [87] = { pentagram, floor_marble },
  [88] = { gravestone, floor_dirt },
  [89] = { grave_mound, floor_dirt },

  -- bookcases, fires, beds
  [90] = { bookcase_h, floor_wood },
  [91] = { bookcase_v, floor_wood },
  [92] = { brazier, floor_stone },
  [93] = { hearth, floor_stone },
  [94] = { bed_h, floor_wood },
  [95] = { bed_v, floor_wood },

  -- rooms of all kinds
  [96] = { throne, floor_marble },
  [97] = { cage, floor_stone },
  [98] = { weapon_rack, floor_stone },
  [99] = { cauldron, floor_stone },
  [100] = { anvil, floor_dirt },

  -- gardens and caves
  [101] = { bush, floor_grass },
  [102] = { tree, floor_grass },
  [103] = { flowers, floor_grass },
  [104] = { mushrooms, floor_dirt },
  [105] = { bones, floor_stone },
  [106] = { cobweb, floor_stone },

  -- odds and ends
  [107] = { boulder, floor_stone },
  [108] = { armour_stand, floor_stone },
  [109] = { workbench, floor_wood },
  [110] = { bridge, floor_dirt },

  -- places with an item
  [120] = { { coins, 12 }, floor_stone },
  [121] = { goblet, small_table, floor_wood },
  [122] = { bread, small_table, floor_wood },
  [123] = { { bolts, 6 }, workbench, floor_stone },
  [124] = { potion_healing, workbench, floor_stone },
  [125] = { lamp, small_table, floor_wood },
  [126] = { pickaxe, floor_dirt },
  [127] = { { dagger, 2 }, floor_stone },

  -- places with a monster
  [130] = { vampire_bat, floor_stone },
  [131] = { rat, floor_stone },
  [132] = { cave_spider, floor_dirt },
  [133] = { skeleton, floor_stone },
  [134] = { goblin, floor_dirt },
  [135] = { ogre, floor_dirt },
  [136] = { gargoyle, floor_marble },
  [137] = { tomb_guard, floor_stone },
  [138] = { cultist, floor_stone },

  -- what quests look for; in special files only
  [140] = { lich, floor_stone },
  [141] = { relic, plinth, floor_marble },
  [142] = { altar_ritual, floor_stone },
  [143] = { captive, straw, floor_stone },
}
