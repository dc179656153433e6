"""Sprites of what is carried: keys, books, flasks, food and treasure."""

from __future__ import annotations

from host.render.sprites.pen import Family, detail, line, oval, poly, rect, solid

THINGS = {
    "key": Family("gold", (
        solid(oval("main", 1.4, 1.4, 7.6, 7.6), line("main", 2, 7.4, 7.4, 13.4, 13.4),
              line("main", 1.7, 11, 11, 13.4, 8.8), line("main", 1.7, 13.2, 13.2, 15, 11.4)),
        detail(oval("hole", 3.6, 3.6, 3.2, 3.2), line("main+", 0.8, 2.4, 5, 3, 3.2, 4.8, 2.2),
               line("main+", 0.6, 8, 7.4, 13, 12.4)),
    )),
    "lockpick": Family("steel", (
        solid(line("main", 1.2, 7, 9, 13, 3, 14.4, 4.4), line("leather", 2.2, 2.4, 13.6, 6, 10),
              line("main-", 1.2, 8.6, 11.4, 14, 9)),
        detail(line("main+", 0.5, 7.4, 8.4, 12.6, 3.2), line("leather+", 0.7, 2.4, 13, 5.4, 10)),
    )),
    "scroll": Family("paper", (
        solid(rect("main", 3.6, 3, 8.8, 10), oval("main-", 2, 1, 12, 3.4), oval("main-", 2, 11.6, 12, 3.4)),
        detail(oval("main+", 2.4, 1.2, 10.6, 1.8), rect("red", 5, 5.6, 6, 0.9), rect("black", 5, 7.4, 6, 0.9),
               rect("black", 5, 9.2, 4, 0.9), oval("main--", 2.4, 1.8, 1.6, 1.8), oval("main--", 2.4, 12.4, 1.6, 1.8)),
    )),
    "book": Family("leather", (
        solid(poly("main", 3, 2, 13, 2, 13, 12, 3, 12), poly("paper", 3.6, 12, 13, 12, 13, 14, 3.6, 14)),
        detail(rect("main--", 3, 2, 2, 12), rect("main+", 5, 2, 8, 0.9), rect("main-", 12, 3, 1, 9),
               rect("gold", 7, 5, 4, 3), rect("main", 8, 6, 2, 1), rect("paper-", 5, 13, 8, 0.8)),
    )),
    "flask": Family("red", (
        solid(rect("glass", 6.4, 2.4, 3.2, 4), oval("main", 3, 5, 10, 9.6), rect("wood", 6, 1, 4, 2)),
        detail(oval("glass", 3.6, 5.4, 8.8, 5), oval("main", 3, 7, 10, 7.6), oval("main+", 5, 8.4, 2.2, 3),
               oval("main-", 9.4, 9, 3, 4.4), oval("main", 8.4, 8, 3, 5)),
    )),
    "gem": Family("red", (
        solid(poly("main", 4.6, 2.4, 11.4, 2.4, 14.6, 6.4, 8, 14.4, 1.4, 6.4)),
        detail(poly("main+", 4.6, 2.4, 8, 2.4, 5.4, 6.4, 1.4, 6.4), poly("main+", 5.4, 6.4, 8, 2.4, 10.6, 6.4),
               poly("main-", 10.6, 6.4, 14.6, 6.4, 8, 14.4), poly("white", 4.6, 3.2, 6, 3.2, 4.2, 5.4, 3, 5.4)),
    )),
    "orb": Family("water", (
        solid(poly("gold", 4, 15, 5.6, 11, 10.4, 11, 12, 15), oval("main", 2.6, 1.4, 10.8, 10.8)),
        detail(oval("main-", 5, 4, 8, 7.6), oval("main", 4, 3, 7.4, 7.4), oval("white", 4.8, 3.4, 3, 2.6),
               rect("gold-", 5, 13.6, 6.4, 0.9)),
    )),
    "coins": Family("gold", (
        solid(*(oval("main", x, y, 7, 5) for x, y in ((1, 9.4), (8, 9.4), (1, 7.4), (8, 7.6), (4.5, 4.4)))),
        detail(oval("main+", 2, 8, 5, 3), oval("main+", 9, 8.2, 5, 3), oval("main+", 5.5, 5, 5, 3),
               oval("main-", 3.6, 8.8, 2, 1.4), oval("main-", 10.6, 9, 2, 1.4), oval("main-", 7, 5.8, 2, 1.4)),
    )),
    "food": Family("straw", (
        solid(oval("main", 1, 5, 14, 9)),
        detail(oval("main+", 3, 6, 9, 3.6), oval("main-", 3, 10.6, 10, 3),
               *(line("main--", 0.9, x, 9.4, x + 1.8, 6.6) for x in (4, 7.2, 10.4))),
    )),
    "meat": Family("flesh", (
        solid(line("bone", 1.7, 10, 10, 13.4, 13.4), oval("bone", 12, 13, 2, 2), oval("bone", 13.2, 11.6, 2, 2),
              oval("main", 1.4, 1.6, 10.6, 10.4)),
        detail(oval("main+", 3, 3, 5, 4.4), oval("main-", 7, 6.6, 4, 4.4)),
    )),
    "apple": Family("red", (
        solid(oval("main", 2, 4, 7, 10.4), oval("main", 7, 4, 7, 10.4), oval("leaf", 8.4, 1.2, 5, 2.8),
              line("wood", 1, 8, 5, 8.4, 2.4)),
        detail(oval("main+", 3.4, 5.4, 2.4, 3.4), oval("main-", 10, 7, 3, 6)),
    )),
    "cheese": Family("gold", (
        solid(poly("main", 1.4, 8, 12, 2.4, 14.6, 7, 14.6, 13, 1.4, 13)),
        detail(poly("main+", 1.4, 8, 12, 2.4, 14.6, 7, 6, 8), oval("main-", 4, 9.6, 2.4, 2.4),
               oval("main-", 9, 9, 3, 3), oval("main-", 8, 4.6, 2, 1.4)),
    )),
    "bowl": Family("clay", (
        solid(poly("main", 1.4, 7, 14.6, 7, 12, 13.6, 4, 13.6), oval("main+", 1.4, 4.4, 13.2, 5)),
        detail(oval("flame-", 2.8, 5.2, 10.4, 3.2), oval("leaf", 5, 5.6, 2, 1.4), oval("ember", 8.6, 6.4, 2, 1.2),
               poly("main-", 8, 9.4, 13.8, 9, 12, 13.6, 8, 13.6)),
    )),
    "bomb": Family("night", (
        solid(oval("main", 2, 4, 11, 11), rect("iron", 8.6, 2.8, 3.4, 3), line("straw", 1, 11, 3, 13, 1.8)),
        detail(oval("main+", 4, 6, 3.4, 3), oval("flame", 12, 0.6, 3, 3), oval("ember", 12.8, 1.2, 1.4, 1.4)),
    )),
    "claw": Family("bone", (
        solid(*(poly("main", x, 2, x + 3, 2, x + 2, 8, x - 1.4, 13.6, x, 8) for x in (3, 7, 11))),
        detail(*(poly("main-", x + 2, 2, x + 3, 2, x + 2, 8, x - 1.4, 13.6, x + 1, 8) for x in (3, 7, 11)),
               rect("red", 2.6, 2, 11.8, 1.6)),
    )),
    "heart": Family("red", (
        solid(oval("main", 1.6, 2, 7.4, 7.4), oval("main", 7, 2, 7.4, 7.4), poly("main", 2.2, 7.6, 13.8, 7.6, 8, 14.6)),
        detail(oval("main+", 3, 3.4, 2.8, 2.6), poly("main-", 12.4, 8.6, 13.4, 7.6, 8, 14.6, 7.4, 13.6)),
    )),
}  # fmt: skip
