"""Sprites of furniture and containers."""

from __future__ import annotations

from host.render.sprites.pen import Family, detail, line, oval, poly, rect, solid

FURNITURE = {
    "bench": Family("wood", (
        solid(rect("main--", 2, 8, 2, 4), rect("main--", 12, 8, 2, 4), poly("main", 2.4, 5, 13.6, 5, 15, 9, 1, 9)),
        detail(poly("main+", 2.4, 5, 13.6, 5, 13.9, 6, 2.1, 6), line("main-", 0.7, 1.8, 7.5, 14.2, 7.5)),
    )),
    "bed": Family("cloth", (
        solid(rect("wood", 2, 1, 12, 3), rect("wood-", 2, 13, 12, 2), rect("white", 3, 3, 10, 3),
              rect("main", 3, 6, 10, 8)),
        detail(rect("wood+", 2, 1, 12, 1), oval("paper", 4, 3, 8, 3.4), rect("main+", 3, 6, 10, 2),
               rect("main-", 11, 8, 2, 6), rect("main-", 5, 8, 1, 6)),
    )),
    "table": Family("wood", (
        solid(rect("main--", 2, 9, 2, 6), rect("main--", 12, 9, 2, 6), rect("main", 1, 3, 14, 7)),
        detail(rect("main+", 1, 3, 14, 1), rect("main-", 1, 9, 14, 1), rect("main-", 1, 6, 14, 0.8)),
    )),
    "chair": Family("wood", (
        solid(rect("main", 4, 1, 8, 8), rect("main--", 4, 9, 2, 6), rect("main--", 10, 9, 2, 6),
              rect("main+", 3, 8, 10, 3)),
        detail(rect("main--", 6, 3, 1.5, 5), rect("main--", 8.7, 3, 1.5, 5), rect("main-", 3, 10, 10, 1)),
    )),
    "throne": Family("gold", (
        solid(poly("main", 3, 3, 8, 1, 13, 3, 13, 9, 3, 9), rect("main-", 2, 8, 3, 7), rect("main-", 11, 8, 3, 7),
              rect("cloth-", 5, 11, 6, 4)),
        detail(poly("cloth", 5, 4, 8, 3, 11, 4, 11, 9, 5, 9), rect("cloth+", 5, 9, 6, 2), oval("ember", 7, 1, 2, 2),
               rect("main+", 2, 8, 3, 1), rect("main+", 11, 8, 3, 1)),
    )),
    "shelf": Family("wood", (
        solid(rect("main", 1, 1, 14, 14)),
        detail(rect("main--", 2, 2, 12, 5), rect("main--", 2, 9, 12, 5), rect("main+", 1, 1, 14, 1),
               rect("red", 3, 3, 2, 4), rect("gold", 5, 2.5, 1.5, 4.5), rect("water", 7, 3, 2, 4),
               rect("leaf", 10, 3, 2, 4), rect("paper", 12, 2.5, 1.5, 4.5), rect("violet", 3, 10, 2, 4),
               rect("paper", 5.5, 10, 1.5, 4), rect("red", 8, 10, 2, 4), rect("water", 10.5, 9.5, 1.5, 4.5),
               rect("gold", 12, 10, 2, 4)),
    )),
    "rack": Family("steel", (
        solid(rect("wood-", 1, 2, 2, 13), rect("wood-", 13, 2, 2, 13), rect("wood", 1, 3, 14, 2),
               rect("wood", 1, 11, 14, 2)),
        detail(rect("wood+", 1, 3, 14, 0.8), rect("wood+", 1, 11, 14, 0.8)),
        solid(poly("main", 4, 2, 5.4, 1, 6.6, 2, 6.2, 10, 4.4, 10), rect("leather", 4.7, 10, 1.2, 4),
               rect("wood+", 10, 4, 1.4, 10),
              poly("main", 8.4, 2, 11, 1.4, 12.6, 2, 12.6, 6, 11, 6.6, 8.4, 6)),
        detail(rect("gold", 3.6, 9.4, 3.4, 1), rect("main+", 4.6, 2, 0.8, 7.4),
               poly("main+", 8.4, 2, 9.6, 1.8, 9.6, 6, 8.4, 6)),
    )),
    "hearth": Family("flame", (
        solid(rect("brick", 1, 1, 14, 14)),
        detail(rect("stone", 1, 1, 14, 2), rect("stone+", 1, 1, 14, 0.8), rect("hole", 3, 5, 10, 10),
               rect("brick-", 1, 6, 2, 1), rect("brick-", 1, 10, 2, 1), rect("brick-", 13, 6, 2, 1),
               rect("brick-", 13, 10, 2, 1), rect("wood-", 4, 13, 8, 2),
               poly("main", 4, 13.5, 5.5, 9, 6.8, 11, 8.4, 6.2, 9.8, 10.4, 11, 9, 12, 13.5),
               poly("ember", 6, 13.5, 8, 9.4, 10.2, 13.5)),
    )),
    "cauldron": Family("iron", (
        solid(rect("main--", 3, 12, 2, 3), rect("main--", 11, 12, 2, 3), oval("main-", 2, 4, 12, 10.5),
              oval("main", 1.5, 2.5, 13, 5)),
        detail(oval("slime", 3, 3.3, 10, 3.4), oval("slime+", 4.5, 3.6, 2.4, 1.8), oval("slime+", 9, 4.4, 1.6, 1.4),
               oval("main+", 4, 8, 2, 4)),
    )),
    "cage": Family("iron", (
        solid(rect("main", 1, 1, 14, 3), rect("main-", 1, 13, 14, 2)),
        detail(rect("hole", 1.5, 4, 13, 9), rect("main+", 1, 1, 14, 1),
               *(rect("main", x, 4, 1, 9) for x in (2, 5, 10, 13)), rect("main+", 7.5, 4, 1, 9)),
    )),
    "coffin": Family("wood", (
        solid(poly("main", 5, 1, 11, 1, 13.4, 5, 11, 15, 5, 15, 2.6, 5)),
        detail(poly("main+", 5.6, 2, 10.4, 2, 12.2, 5, 10.4, 14, 5.6, 14, 3.8, 5),
               poly("main", 8, 2, 10.4, 2, 12.2, 5, 10.4, 14, 8, 14), rect("main--", 7.4, 3, 1.2, 7),
               rect("main--", 5.6, 5, 4.8, 1.2)),
    )),
    "urn": Family("clay", (
        solid(rect("main", 6, 2, 4, 3), oval("main", 3, 4, 10, 9), rect("main-", 5.5, 12, 5, 3),
              rect("main+", 5, 1, 6, 1.6)),
        detail(oval("main-", 8.5, 5, 4, 7.4), oval("main", 6.5, 4.4, 4, 8.4), oval("main+", 4.4, 5.6, 2, 3.6),
               rect("main--", 3.6, 7.6, 8.8, 1)),
    )),
    "altar": Family("marble", (
        solid(rect("main-", 3, 7, 10, 7), rect("main--", 2, 13, 12, 2), rect("main", 1, 4, 14, 4)),
        detail(rect("main+", 1, 4, 14, 1), rect("red", 6, 4, 4, 8), rect("red+", 6, 4, 4, 1),
               rect("gold", 7.5, 6.5, 1, 4), rect("gold", 6.6, 7.5, 2.8, 1)),
        solid(rect("ember", 3, 2, 1, 3), rect("ember", 12, 2, 1, 3)),
    )),
    "plinth": Family("marble", (
        solid(rect("main--", 2, 12, 12, 3), rect("main-", 4, 8, 8, 5), poly("main", 3, 4, 13, 4, 14.6, 8, 1.4, 8)),
        detail(poly("main+", 3, 4, 13, 4, 13.6, 5.4, 2.4, 5.4), rect("main", 5, 9, 2, 3),
               rect("main--", 2, 14, 12, 1), oval("main--", 5, 5.4, 6, 1.8)),
    )),
    "statue": Family("stone", (
        solid(rect("main--", 3, 13, 10, 2), poly("main", 5, 7, 11, 7, 11.4, 13, 4.6, 13), oval("main", 5.5, 1, 5, 5.4),
              line("main", 2, 4.6, 7.6, 3.8, 11), line("main-", 2, 11.4, 7.6, 12.2, 11)),
        detail(rect("main+", 3, 13, 10, 0.8), poly("main-", 8.4, 7, 11, 7, 11.4, 13, 8.4, 13),
               oval("main+", 6, 1.6, 2.4, 2.6), rect("main--", 7.6, 8, 0.9, 5)),
    )),
    "pillar": Family("marble", (
        solid(rect("main--", 2, 12, 12, 3), rect("main", 4, 3, 8, 10), rect("main", 2, 1, 12, 3)),
        detail(rect("main+", 2, 1, 12, 1), rect("main+", 5, 4, 1.4, 8), rect("main-", 8, 4, 1, 8),
               rect("main-", 10, 4, 2, 8), rect("main-", 2, 12, 12, 1)),
    )),
    "workbench": Family("wood", (
        solid(rect("main--", 2, 9, 2, 6), rect("main--", 12, 9, 2, 6), rect("main", 1, 5, 14, 5)),
        detail(rect("main+", 1, 5, 14, 1), rect("main-", 1, 9, 14, 1)),
        solid(rect("wood-", 4, 3, 1, 5), rect("iron+", 2.5, 2, 4, 2), poly("steel", 8, 6.6, 13, 3.4, 14, 5, 9, 8)),
        detail(rect("leather", 8, 6, 2, 2)),
    )),
    "anvil": Family("iron", (
        solid(poly("main", 1, 3, 15, 3, 15, 6, 11, 8, 5, 8, 1, 5), rect("main-", 6, 8, 4, 3),
              rect("main-", 4, 11, 8, 3)),
        detail(rect("main+", 2, 3, 13, 1.2), rect("main--", 4, 13, 8, 1)),
    )),
    "chest": Family("wood", (
        solid(rect("main", 1, 3, 14, 11)),
        detail(rect("main+", 2, 3.5, 12, 3), rect("main-", 1, 8, 14, 6), rect("main--", 1, 7, 14, 1),
               rect("gold-", 3, 3, 1, 11), rect("gold-", 12, 3, 1, 11), rect("gold", 7, 6, 2, 4),
               rect("gold+", 7, 6, 2, 1)),
    )),
    "barrel": Family("wood", (
        solid(oval("main-", 3, 9, 10, 6), rect("main-", 3, 4, 10, 8), oval("main", 3, 1, 10, 6)),
        detail(rect("main", 3, 5, 3, 7), rect("main--", 3, 7, 10, 1), rect("main--", 3, 11, 10, 1),
               oval("main--", 3, 1, 10, 6), oval("main+", 4, 1.8, 8, 4.2)),
    )),
    "crate": Family("wood", (
        solid(rect("main", 2, 2, 12, 12)),
        detail(rect("main-", 4, 4, 8, 8), line("main+", 1.4, 4.6, 4.6, 11.4, 11.4), rect("main+", 2, 2, 12, 1),
               rect("main--", 4, 4, 8, 0.8), rect("main--", 2, 13, 12, 1)),
    )),
    "door": Family("wood", (
        solid(rect("main", 3, 1, 10, 14)),
        detail(rect("main+", 3, 1, 10, 1), rect("main-", 6, 2, 0.8, 13), rect("main-", 9.4, 2, 0.8, 13),
               rect("iron", 3, 4, 10, 1), rect("iron", 3, 11, 10, 1), rect("gold", 11, 7.5, 1.4, 1.6)),
    )),
    "torch": Family("flame", (
        solid(poly("wood", 6.8, 8, 9.2, 8, 8.6, 15, 7.4, 15),
              poly("main", 4.6, 7, 5, 4, 6.6, 5, 8, 1, 9.6, 4.6, 11, 4, 11.4, 7, 9.6, 9.4, 6.4, 9.4)),
        detail(poly("ember", 6.4, 8, 8, 4, 9.6, 8, 8.6, 9, 7.4, 9), rect("wood--", 6.4, 9, 3.2, 1)),
    )),
}  # fmt: skip
