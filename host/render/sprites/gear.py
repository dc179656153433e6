"""Sprites of weapons, armour and what adventurers wear."""

from __future__ import annotations

from host.render.sprites.pen import Family, detail, line, oval, poly, rect, solid

GEAR = {
    "sword": Family("steel", (
        solid(poly("main", 5, 9.4, 12.6, 1.6, 14.4, 1.6, 14.4, 3.4, 6.6, 11), line("gold", 1.6, 3, 8, 8, 13),
              line("leather", 2, 4.6, 11.4, 2, 14)),
        detail(poly("main+", 5.4, 9.2, 12.8, 1.6, 13.6, 2, 6, 10), line("gold+", 0.6, 3.2, 8, 5, 9.8)),
    )),
    "dagger": Family("steel", (
        solid(poly("main", 6.4, 8, 11.4, 3, 13, 3, 13, 4.6, 8, 9.6), line("gold", 1.5, 5, 7.6, 8.4, 11),
              line("leather", 2, 5.8, 10.2, 3.6, 12.4)),
        detail(poly("main+", 6.8, 8, 11.6, 3.2, 12.4, 3.4, 7.4, 8.6)),
    )),
    "axe": Family("steel", (
        solid(line("wood", 1.8, 3, 14, 11, 3),
              poly("main", 8, 2, 11, 1.2, 15, 5, 14.4, 9, 11.8, 9.8, 10.6, 6.4, 7.6, 5.6)),
        detail(poly("main+", 13, 3, 15, 5, 14.4, 9, 11.8, 9.8, 13.2, 7), line("wood+", 0.6, 3.2, 13.2, 7.4, 7.4)),
    )),
    "pickaxe": Family("iron", (
        solid(line("wood", 1.8, 3.4, 14, 10, 5), line("main", 2, 3, 4.6, 7, 2.4, 11.4, 3.4, 13.6, 7.4, 14, 11.4)),
        detail(line("main+", 0.7, 3.4, 4.4, 7, 2.4, 11, 3.2), line("wood+", 0.6, 3.8, 13, 8, 7.4)),
    )),
    "hammer": Family("iron", (
        solid(line("wood", 1.8, 3, 14, 9.4, 6.4), poly("main", 6.4, 4.4, 10, 1, 15, 6, 11.4, 9.6)),
        detail(poly("main+", 6.4, 4.4, 10, 1, 11.2, 2.2, 7.6, 5.6),
               poly("main-", 10.2, 8.4, 13.8, 4.8, 15, 6, 11.4, 9.6)),
    )),
    "club": Family("wood", (
        solid(poly("main", 2, 13, 3.4, 14.4, 13, 8, 14.6, 4.4, 11.6, 1.4, 8, 3)),
        detail(poly("main+", 2.6, 13, 8.6, 3.4, 11.4, 2, 10, 5), oval("steel", 10, 3.4, 1.8, 1.8),
               oval("steel", 12, 6, 1.8, 1.8), oval("steel", 8.4, 6.4, 1.8, 1.8)),
    )),
    "spear": Family("steel", (
        solid(line("wood", 1.5, 2, 14, 11, 5), poly("main", 9, 5, 14.8, 1.2, 11, 7)),
        detail(poly("main+", 9, 5, 14.8, 1.2, 10, 6), line("red", 1.2, 8.6, 6.2, 9.8, 7.4)),
    )),
    "bow": Family("wood", (
        solid(line("main", 1.9, 3.4, 1.6, 8.6, 2, 12.4, 4.8, 13.6, 8.4, 14.4, 12.6)),
        detail(line("paper", 0.7, 3.4, 1.6, 14.4, 12.6), line("main+", 0.6, 4.4, 1.5, 8.6, 1.8, 12, 4.6),
               line("leather", 2, 11.4, 4, 12.8, 5.8)),
    )),
    "crossbow": Family("wood", (
        solid(line("main", 2.2, 3, 13, 11, 5), line("iron", 1.6, 5, 2.6, 9.4, 3, 12.6, 6.6, 13.4, 11)),
        detail(line("paper", 0.6, 5, 2.6, 8, 8, 13.4, 11), line("main+", 0.7, 3.4, 12, 9, 6.4)),
    )),
    "arrow": Family("steel", (
        solid(line("wood", 1.1, 3.4, 12.6, 12, 4), poly("main", 10.4, 3.4, 14.4, 1.6, 12.6, 5.6),
              poly("red", 1.6, 11.4, 5, 9.4, 6.6, 11, 4.6, 14.4)),
        detail(line("red+", 0.6, 2.4, 13.4, 5.6, 10.4)),
    )),
    "staff": Family("wood", (
        solid(line("main", 1.8, 3, 14.4, 12, 3)),
        detail(line("main+", 0.6, 3, 13.6, 11.4, 3.2), line("gold", 1.8, 3.6, 13.7, 4.2, 12.9),
               line("gold", 1.8, 10.6, 4.8, 11.4, 3.8)),
    )),
    "wand": Family("violet", (
        solid(line("wood-", 1.7, 3, 14, 10, 6),
              poly("main", 11, 0.8, 12.4, 3.6, 15.2, 5, 12.4, 6.4, 11, 9.2, 9.6, 6.4, 6.8, 5, 9.6, 3.6)),
        detail(oval("white", 10, 4, 2, 2), line("wood+", 0.6, 3, 13.2, 8, 7.4)),
    )),
    "shield": Family("iron", (
        solid(poly("main", 2, 2, 8, 1, 14, 2, 14, 8, 11.6, 12, 8, 15, 4.4, 12, 2, 8)),
        detail(poly("main-", 8, 1, 14, 2, 14, 8, 11.6, 12, 8, 15), rect("gold", 7, 2, 2, 11), rect("gold", 3, 6, 10, 2),
               rect("main+", 3, 3, 4, 1)),
    )),
    "armour": Family("steel", (
        solid(poly("main", 2, 3, 5.4, 1.4, 6.6, 3, 9.4, 3, 10.6, 1.4, 14, 3, 14.6, 7, 12, 7.6, 12, 14, 4, 14, 4, 7.6,
               1.4, 7)),
        detail(poly("main-", 8, 4, 9.4, 3, 10.6, 1.4, 14, 3, 14.6, 7, 12, 7.6, 12, 14, 8, 14),
               rect("leather", 4, 10, 8, 1.6), rect("gold", 7.2, 10, 1.6, 1.6),
               poly("main+", 3, 3.4, 5, 2.6, 5, 6, 4, 6.4)),
    )),
    "helmet": Family("steel", (
        solid(oval("main", 2.4, 2, 11.2, 11), rect("main", 2.4, 8, 11.2, 5)),
        detail(oval("main+", 4, 3, 4, 4), rect("black", 4, 8, 8, 2), rect("main-", 7.4, 2.4, 1.4, 10.4),
               rect("main-", 10.6, 10, 3, 3)),
    )),
    "boots": Family("leather", (
        solid(poly("main", 3, 2, 7, 2, 7, 10, 7.4, 13.4, 1, 13.4, 1.4, 11, 3, 10),
              poly("main", 9, 2, 13, 2, 13, 10, 14.6, 11, 15, 13.4, 9, 13.4)),
        detail(rect("main+", 3, 2, 4, 1.4), rect("main+", 9, 2, 4, 1.4), rect("main--", 1.2, 12.4, 6, 1),
               rect("main--", 9, 12.4, 6, 1)),
    )),
    "ring": Family("gold", (
        solid(oval("main", 2.6, 4.6, 10.8, 10.2), poly("red", 5, 2.6, 8, 0.8, 11, 2.6, 8, 5.6)),
        detail(oval("hole", 5, 7, 6, 5.6), poly("red+", 5.4, 2.6, 8, 1.2, 8, 3), line("main+", 0.8, 4, 8.4, 4.4, 7.2)),
    )),
    "amulet": Family("gold", (
        solid(line("main", 1, 2.6, 2, 4, 6, 8, 9.4, 12, 6, 13.4, 2), poly("red", 8, 7.4, 11, 10.6, 8, 14.6, 5, 10.6)),
        detail(poly("red+", 8, 8, 8, 11, 5.8, 10.6), line("main+", 0.5, 2.8, 2.2, 4.2, 5.8, 7, 8.2)),
    )),
    "crown": Family("gold", (
        solid(poly("main", 1.6, 4, 5, 7, 8, 2, 11, 7, 14.4, 4, 13, 13, 3, 13)),
        detail(rect("main-", 3, 10.6, 10, 2.4), rect("main+", 3, 10, 10, 0.8), oval("red", 7, 10.6, 2, 2),
               oval("water+", 4, 10.8, 1.6, 1.6), oval("water+", 10.4, 10.8, 1.6, 1.6),
               poly("main+", 5.4, 7.4, 8, 3, 8, 9.6, 4, 9.6)),
    )),
    "cup": Family("gold", (
        solid(poly("main", 3, 2, 13, 2, 12, 7, 9.6, 9, 6.4, 9, 4, 7), rect("main-", 7, 9, 2, 4),
              rect("main", 4.6, 12.6, 6.8, 2)),
        detail(oval("main--", 3.6, 1.6, 8.8, 2.2), poly("main+", 4, 4, 5.4, 4, 6.4, 8, 5, 6.8),
               poly("main-", 9, 4, 12.4, 4, 12, 7, 9.6, 9)),
    )),
}  # fmt: skip
