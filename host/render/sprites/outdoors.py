"""Sprites of plants, graves, water and other parts of a level."""

from __future__ import annotations

from host.render.sprites.pen import Family, detail, line, oval, poly, rect, solid

_SPIKES = ((5, 8.6), (11, 8.6), (3.6, 13.6), (8, 13.6), (12.4, 13.6))

OUTDOORS = {
    "fountain": Family("water", (
        solid(oval("stone-", 1, 5, 14, 10), oval("stone", 1, 4, 14, 9)),
        detail(oval("main-", 2.6, 5.4, 10.8, 6.4), oval("main", 4, 6, 8, 4.6)),
        solid(rect("stone", 7, 5, 2, 4), poly("main+", 5, 5, 6.4, 2, 8, 1, 9.6, 2, 11, 5, 9, 3.6, 8, 5, 7, 3.6)),
        detail(oval("white", 7.3, 1.2, 1.4, 1.6)),
    )),
    "well": Family("stone", (
        solid(oval("main-", 2, 6, 12, 9), oval("main", 2, 5, 12, 7)),
        detail(oval("hole", 4, 6.2, 8, 4.4), oval("water-", 5, 8, 6, 2.4), rect("main--", 5, 12, 1, 2),
               rect("main--", 10, 12, 1, 2)),
        solid(rect("wood-", 2, 3, 1, 6), rect("wood-", 13, 3, 1, 6), poly("wood", 1, 4, 4, 1, 12, 1, 15, 4)),
        detail(rect("wood+", 4, 1, 8, 1)),
    )),
    "bush": Family("leaf", (
        solid(oval("main-", 1, 6, 9, 8), oval("main-", 6, 6, 9, 8), oval("main", 3.5, 2.5, 9, 8)),
        detail(oval("main", 2, 7, 5, 4), oval("main+", 4.6, 3.4, 3.4, 3), oval("red", 10, 9, 1.8, 1.8),
               oval("red", 5, 10, 1.8, 1.8), oval("red", 9, 5, 1.6, 1.6)),
    )),
    "tree": Family("leaf", (
        solid(rect("wood-", 7, 10, 2, 5), oval("main-", 1.5, 4, 13, 8), oval("main", 3, 1, 10, 8)),
        detail(oval("main", 2.4, 5, 6, 5), oval("main+", 4.4, 2, 4, 3), rect("wood", 7, 11, 1, 4),
               oval("main--", 9, 9, 4, 2)),
    )),
    "mountain": Family("stone", (
        solid(poly("main-", 1, 14, 8, 1.5, 15, 14)),
        detail(poly("main--", 8, 1.5, 15, 14, 8, 14), poly("white", 5.7, 5.6, 8, 1.5, 10.3, 5.6, 9, 5, 8, 7, 7, 5)),
    )),
    "boulder": Family("stone", (
        solid(poly("main", 2, 10, 4, 4, 8, 2, 12, 4, 14.4, 9, 13, 13.6, 3, 13.6)),
        detail(poly("main+", 4.6, 4.6, 8, 2.8, 10, 4.6, 6, 7), poly("main-", 9, 7, 12, 4.6, 14.4, 9, 13, 13.6, 8, 13.6),
               line("main--", 0.7, 6, 8, 7, 10, 6, 12)),
    )),
    "rubble": Family("stone", (
        solid(poly("main", 2, 9, 5, 7, 7, 9, 6, 12, 2, 12), poly("main-", 8, 12, 10, 9.4, 13.6, 10.4, 14, 13, 9, 13.6),
              poly("main", 8, 6, 10, 4, 12.4, 5.4, 12, 7.4, 9, 7.6)),
        detail(poly("main+", 2.4, 9.2, 5, 7.4, 6, 8.6, 3, 10), poly("main+", 8.4, 6, 10, 4.4, 11, 5.2)),
    )),
    "grave": Family("stone", (
        solid(oval("wood--", 2, 12, 12, 3), rect("main", 4, 5, 8, 9), oval("main", 4, 1, 8, 8)),
        detail(rect("main-", 9.6, 5, 2.4, 9), oval("main+", 4.8, 1.8, 3, 3), rect("main--", 7.3, 4, 1.4, 6),
               rect("main--", 5.8, 5.4, 4.4, 1.3)),
    )),
    "mound": Family("wood", (
        solid(oval("main-", 1, 5, 14, 9)),
        detail(oval("main", 2, 5, 10, 5.4), oval("main+", 4, 6, 4, 1.6), oval("main--", 9, 10, 3, 1.4),
               oval("main--", 4, 11, 2, 1.2)),
    )),
    "straw": Family("straw", (
        solid(oval("main-", 1, 4, 14, 10)),
        detail(line("main+", 0.9, 2.6, 9, 8, 5.4), line("main", 0.9, 4, 12, 12, 7),
               line("main+", 0.9, 7, 12.6, 13.6, 9.6), line("main", 0.9, 3, 6.4, 10, 12.6),
               line("main+", 0.9, 8, 5, 13, 7), line("main--", 0.8, 5, 8, 9, 10)),
    )),
    "flowers": Family("red", (
        detail(line("leaf", 0.9, 4, 8, 4.6, 14), line("leaf", 0.9, 11, 6, 10, 13), line("leaf", 0.9, 7.6, 4, 7.6, 12)),
        solid(oval("main", 2, 5, 4, 4), oval("main", 9, 4, 4.4, 4.4), oval("main+", 5.6, 1.4, 4, 4),
              oval("main", 11, 9.4, 3.4, 3.4)),
        detail(oval("ember", 3.2, 6.2, 1.6, 1.6), oval("ember", 10.4, 5.4, 1.6, 1.6), oval("ember", 6.8, 2.6, 1.6, 1.6),
               oval("ember", 12, 10.4, 1.4, 1.4)),
    )),
    "mushroom": Family("red", (
        solid(rect("paper", 5, 8, 4, 6), oval("main", 2, 2, 10, 8), rect("paper-", 12, 11, 2, 3),
              oval("main-", 10.4, 8, 5, 4)),
        detail(rect("paper-", 8, 9, 1, 5), oval("white", 4, 4, 2, 2), oval("white", 7.6, 3.4, 1.8, 1.8),
               oval("white", 9, 6.2, 1.6, 1.6)),
    )),
    "web": Family("silver", (
        detail(*(line("main", 0.7, 8, 8, *end) for end in (
                   (1, 1), (8, 0.6), (15, 1), (15.4, 8), (15, 15), (8, 15.4), (1, 15), (0.6, 8),
               )),
               line("main", 0.7, 8, 4.6, 10.6, 5.4, 11.4, 8, 10.6, 10.6, 8, 11.4, 5.4, 10.6, 4.6, 8, 5.4, 5.4, 8, 4.6),
               line("main", 0.7, 8, 1.8, 12.6, 3.4, 14.2, 8, 12.6, 12.6, 8, 14.2, 3.4, 12.6, 1.8, 8, 3.4, 3.4, 8, 1.8)),
    )),
    "water": Family("water", (
        detail(rect("main-", 0, 0, 16, 16), line("main+", 1, 1, 5, 3, 4, 5, 5), line("main+", 1, 8, 10, 10, 9, 12, 10),
               line("main", 1, 9, 3.6, 11, 2.8, 13, 3.6), line("main", 1, 2, 13, 4, 12, 6, 13)),
    )),
    "puddle": Family("water", (
        detail(oval("main-", 1, 4, 14, 9), oval("main", 2.4, 5, 11, 6.6), line("main+", 0.8, 5, 8, 7, 7.2, 9, 8),
               oval("main-", 11, 12, 3, 2)),
    )),
    "stairs": Family("stone", (
        solid(rect("hole", 2, 2, 12, 12)),
        detail(*(rect("main" + "-" * i, 2, 2 + 3 * i, 12, 2.2) for i in range(4)),
               *(rect("main" + "-" * i + "+", 2, 2 + 3 * i, 12, 0.7) for i in range(3))),
    )),
    "pit": Family("stone", (
        # Straight sides: pits side by side look like one pit.
        detail(rect("hole", 0, 0, 16, 16), rect("main--", 0, 0, 16, 3), rect("main-", 0, 0, 16, 1.2),
               rect("main--", 2, 3, 1, 2), rect("main--", 7, 3, 1.4, 3), rect("main--", 12, 3, 1, 1.6)),
    )),
    "bridge": Family("wood", (
        solid(rect("main-", 1, 0, 14, 16)),
        detail(*(rect("main", 1, y, 14, 2.6) for y in (0, 4, 8, 12)),
               *(rect("main+", 1, y, 14, 0.7) for y in (0, 4, 8, 12)), rect("main--", 2, 0, 1.4, 16),
               rect("main--", 12.6, 0, 1.4, 16)),
    )),
    "lever": Family("red", (
        solid(rect("iron-", 3, 11, 10, 4), line("wood", 2, 8, 11, 11.4, 4.6), oval("main", 9.4, 1.4, 5, 5)),
        detail(rect("iron", 3, 11, 10, 1), rect("hole", 6, 12, 5, 1), oval("main+", 10.4, 2.2, 1.8, 1.8)),
    )),
    "plate": Family("stone", (
        detail(rect("main--", 2, 3, 12, 11), rect("main-", 3, 4, 10, 9), rect("main", 4, 5, 8, 7),
               rect("main+", 4, 5, 8, 0.8)),
    )),
    "trap": Family("steel", (
        detail(oval("hole", 1, 3, 14, 12)),
        solid(*(poly("main", x - 1.7, y, x, y - 5.4, x + 1.7, y) for x, y in _SPIKES)),
        detail(*(poly("main-", x, y, x, y - 5.4, x + 1.7, y) for x, y in _SPIKES)),
    )),
    "arch": Family("stone", (
        solid(oval("main", 2, 1, 12, 12), rect("main", 2, 7, 12, 8)),
        detail(oval("main+", 3, 1.6, 6, 4), oval("hole", 4.4, 3.6, 7.2, 8), rect("hole", 4.4, 7.4, 7.2, 7.6),
               rect("main-", 12.4, 8, 1.6, 7)),
    )),
    "curtain": Family("cloth", (
        solid(rect("wood", 1, 1, 14, 2), rect("main", 2, 3, 12, 11)),
        detail(*(rect("main-", x, 3, 1.2, 11) for x in (4, 7.4, 10.8)),
               *(rect("main+", x, 3, 0.8, 10) for x in (2.6, 6, 9.4, 12.6))),
    )),
    "rug": Family("cloth", (
        detail(rect("main-", 0, 0, 16, 16), rect("main", 0, 2, 16, 12), rect("gold-", 0, 2, 16, 0.8),
               rect("gold-", 0, 13, 16, 0.8), poly("main+", 8, 5, 11, 8, 8, 11, 5, 8)),
    )),
    "blood": Family("red", (
        detail(oval("main-", 3, 5, 9, 7), oval("main-", 9, 9, 4.4, 3.6), oval("main-", 2, 11, 2.4, 2),
               oval("main-", 12, 4, 2, 2), oval("main", 4.4, 6, 4, 2.6)),
    )),
    "corpse": Family("flesh", (
        detail(oval("red--", 1, 7, 14, 8), oval("red-", 2.4, 8, 9, 5.4)),
        solid(line("main-", 1.8, 10, 9, 14, 7.4), line("main-", 1.8, 10, 10.6, 14, 12.4),
               line("main", 1.7, 6.6, 9.6, 4, 13.4),
              line("main", 1.7, 7.4, 8, 8.6, 4.4), poly("main-", 5, 7, 10.6, 8, 10.6, 11.4, 5, 12),
                oval("skin", 1.2, 5, 5.4, 5.4)),
        detail(line("black", 0.7, 2.6, 6.8, 3.6, 7.8), line("black", 0.7, 3.6, 6.8, 2.6, 7.8),
               line("black", 0.7, 4.4, 7.2, 5.2, 8), line("black", 0.7, 5.2, 7.2, 4.4, 8),
               poly("main", 5.6, 7.4, 10, 8.2, 10, 9.2, 5.6, 8.8)),
    )),
    "bones": Family("bone", (
        solid(line("main", 1.7, 2.6, 13.4, 13.4, 9.4), line("main-", 1.7, 2.6, 9.4, 13.4, 13.4),
              oval("main", 4, 2, 8, 6.6), rect("main", 6, 7, 4, 3)),
        detail(oval("black", 5.4, 4.4, 2, 2.2), oval("black", 8.6, 4.4, 2, 2.2), rect("black", 7.6, 8.4, 0.8, 1.6),
               oval("main+", 5, 2.4, 3, 1.6)),
    )),
    "pentagram": Family("red", (
        detail(oval("main", 0.6, 0.6, 14.8, 14.8), oval("night", 1.8, 1.8, 12.4, 12.4),
               line("main", 1, 8, 1.4, 11.9, 13.3, 1.7, 6, 14.3, 6, 4.1, 13.3, 8, 1.4)),
    )),
}  # fmt: skip
