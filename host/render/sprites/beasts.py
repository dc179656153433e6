"""Sprites of animals, and of creatures that are not people."""

from __future__ import annotations

from host.render.sprites.pen import Family, detail, line, oval, poly, rect, solid

# Where legs bend, and where they end.
_SPIDER_LEGS = (
    (4.2, 3.4, 1.4, 5.6), (3.6, 6.4, 1.2, 9.6), (4, 9.6, 2, 14),
    (11.8, 3.4, 14.6, 5.6), (12.4, 6.4, 14.8, 9.6), (12, 9.6, 14, 14),
)  # fmt: skip
_BEETLE_LEGS = ((1.4, 5.6), (1, 10), (2.4, 14), (14.6, 5.6), (15, 10), (13.6, 14))

BEASTS = {
    "rat": Family("fur", (
        solid(line("flesh+", 1, 12, 11, 14.6, 9.4, 14, 6), oval("main", 4, 5, 10, 8.4), oval("main", 1.4, 7, 7, 6),
              oval("main", 4.6, 4.4, 3.6, 3.6), rect("flesh+", 5, 13, 2, 1), rect("flesh+", 10, 13, 2, 1)),
        detail(oval("flesh+", 5.4, 5.2, 2, 2), oval("main+", 7, 5.6, 5, 2.6), oval("black", 3.4, 8.6, 1.3, 1.4),
               oval("flesh", 1, 9.6, 1.5, 1.5), oval("main-", 7, 10.4, 6, 2.6)),
    )),
    "bat": Family("violet", (
        solid(poly("main-", 8, 6, 5, 3, 1, 3.6, 0.9, 10, 3, 8.6, 4.4, 11, 6.4, 9.4, 8, 11),
              poly("main-", 8, 6, 11, 3, 15, 3.6, 15.1, 10, 13, 8.6, 11.6, 11, 9.6, 9.4, 8, 11),
              poly("main", 5.6, 5, 6, 2, 7.4, 4, 8.6, 4, 10, 2, 10.4, 5), oval("main", 5, 4, 6, 8)),
        detail(line("main", 0.7, 5.6, 6, 2, 4.6), line("main", 0.7, 10.4, 6, 14, 4.6), oval("eye", 6.1, 6, 1.4, 1.6),
               oval("eye", 8.5, 6, 1.4, 1.6), rect("white", 6.8, 9, 0.8, 1.4), rect("white", 8.4, 9, 0.8, 1.4)),
    )),
    "spider": Family("leather", (
        solid(*(line("main", 1.1, 8, 8, *leg) for leg in _SPIDER_LEGS),
              oval("main", 4.2, 6.6, 7.6, 8), oval("main+", 5.2, 3, 5.6, 5)),
        detail(oval("main+", 5.4, 8, 3, 3), poly("red", 8, 9, 9.4, 11, 8, 13.2, 6.6, 11),
               oval("eye", 5.9, 4.4, 1.6, 1.7), oval("eye", 8.5, 4.4, 1.6, 1.7), rect("black", 6.5, 5, 0.7, 0.8),
               rect("black", 8.8, 5, 0.7, 0.8), poly("white", 6.4, 7.2, 7.4, 7.2, 6.9, 8.8),
               poly("white", 8.6, 7.2, 9.6, 7.2, 9.1, 8.8)),
    )),
    "beetle": Family("leaf", (
        solid(*(line("black", 1, 8, 9, *end) for end in _BEETLE_LEGS),
              oval("night", 5, 1.6, 6, 5), oval("main", 3, 4, 10, 11)),
        detail(oval("main+", 4.4, 5.4, 3, 5), rect("main--", 7.6, 4.4, 0.9, 10.4), oval("main-", 9.4, 8, 3, 6),
               oval("eye", 5.8, 2.8, 1.3, 1.3), oval("eye", 8.9, 2.8, 1.3, 1.3)),
    )),
    "snake": Family("leaf", (
        solid(line("main-", 2.6, 13, 13, 8, 13.4, 4, 12, 4.6, 9.4, 9, 8.8, 12, 7, 11.4, 4.6, 9, 3.8),
              oval("main", 4, 1.4, 7, 5)),
        detail(line("main", 1, 12.4, 12.6, 8, 13, 4.4, 11.8), line("main+", 0.9, 5.4, 9, 9, 8.4, 11.6, 6.8),
               oval("eye", 5.2, 2.6, 1.4, 1.4), oval("eye", 8, 2.6, 1.4, 1.4), line("red", 0.7, 5, 5.8, 3, 6.6, 2, 6),
               line("red", 0.7, 3, 6.6, 2.4, 7.4)),
    )),
    "slime": Family("slime", (
        solid(poly("main", 1.4, 13.6, 2, 9, 4, 5, 8, 2.6, 12, 5, 14, 9, 14.6, 13.6)),
        detail(poly("main-", 2, 13.6, 2, 12, 8, 12.6, 14, 11, 14.6, 13.6), oval("main+", 4.4, 5, 3, 3),
               oval("black", 5.4, 8, 1.8, 2.4), oval("black", 9, 8, 1.8, 2.4), oval("white", 5.8, 8.2, 0.8, 0.8),
               oval("white", 9.4, 8.2, 0.8, 0.8), line("main--", 0.8, 6.6, 11.4, 8, 12, 9.4, 11.4)),
    )),
    "dog": Family("fur", (
        solid(line("main", 1.7, 12.6, 8, 14.4, 4.4), rect("main-", 5, 11, 2, 4), rect("main-", 8, 11, 2, 4),
              rect("main-", 12, 10, 2, 5), oval("main", 4.6, 6, 9.6, 6.6),
              poly("main", 6, 4.4, 8.6, 9.6, 4, 10.4, 3.6, 5), poly("main--", 5, 4, 5.6, 0.9, 7.8, 3.4),
              oval("main", 2.6, 2.4, 6, 5.8), rect("main+", 0.9, 5, 4, 2.8)),
        detail(rect("black", 0.9, 5, 1.5, 1.3), oval("eye", 4.4, 4, 1.5, 1.5), rect("black", 4.6, 4.3, 0.8, 1),
               rect("main--", 1.4, 7, 3, 0.7), oval("main+", 8, 6.8, 4.4, 1.8), line("red", 1.3, 4.6, 9.4, 8, 8.2),
               rect("gold", 5, 9.4, 1.2, 1.2)),
    )),
    "cat": Family("fur", (
        solid(line("main", 1.4, 11, 12, 14, 11, 14.4, 6.6), oval("main", 4.4, 7, 8, 8),
              poly("main", 3, 5, 3.2, 1, 6, 3.4), poly("main", 8, 3.4, 10.8, 1, 11, 5), oval("main", 2.6, 2.6, 8.8, 7)),
        detail(oval("main+", 5.6, 10, 4, 4.6), oval("eye", 4.2, 5, 1.8, 1.8), oval("eye", 8, 5, 1.8, 1.8),
               rect("black", 4.9, 5, 0.6, 1.8), rect("black", 8.7, 5, 0.6, 1.8), poly("flesh", 6.2, 7, 7.8, 7, 7, 8)),
    )),
    "bear": Family("leather", (
        solid(oval("main", 2, 1.4, 4, 4), oval("main", 10, 1.4, 4, 4), oval("main", 1.8, 7, 12.4, 8),
              oval("main", 3, 2.4, 10, 8.6)),
        detail(oval("main+", 5, 6.4, 6, 4.4), oval("black", 7, 6.6, 2, 1.5), oval("black", 5, 4.8, 1.3, 1.5),
               oval("black", 9.7, 4.8, 1.3, 1.5), oval("main--", 3, 12, 3, 2.6), oval("main--", 10, 12, 3, 2.6),
               oval("main-", 2.9, 2.3, 2, 2), oval("main-", 11.1, 2.3, 2, 2)),
    )),
    "dragon": Family("red", (
        solid(poly("main-", 6, 8, 1, 1.4, 1.4, 8.6, 3.6, 7.6, 5, 11),
              poly("main-", 10, 8, 15, 1.4, 14.6, 8.6, 12.4, 7.6, 11, 11),
              line("main", 1.7, 10, 13, 13, 13.4, 14.6, 11), oval("main", 4.4, 6.4, 7.2, 8.2),
              poly("bone", 5.4, 3.4, 4.6, 0.9, 7, 2.4), poly("bone", 10.6, 3.4, 11.4, 0.9, 9, 2.4),
              oval("main", 4.6, 2, 6.8, 6)),
        detail(oval("ember-", 6, 9, 4, 5), rect("flame-", 6.4, 10.4, 3.2, 0.7), rect("flame-", 6.4, 12, 3.2, 0.7),
               oval("eye", 5.6, 3.8, 1.7, 1.5), oval("eye", 8.7, 3.8, 1.7, 1.5), oval("main--", 6.4, 6, 1, 0.9),
               oval("main--", 8.6, 6, 1, 0.9), line("main", 0.7, 5.4, 8, 2, 3), line("main", 0.7, 10.6, 8, 14, 3)),
    )),
    "gargoyle": Family("stone", (
        solid(poly("main-", 5, 8, 1, 2, 1, 9, 3, 8.4, 4.4, 11), poly("main-", 11, 8, 15, 2, 15, 9, 13, 8.4, 11.6, 11),
              rect("main--", 3, 13, 10, 2), oval("main", 4.4, 6.4, 7.2, 7.4), poly("main-", 5, 3.6, 4.4, 0.9, 7, 2.6),
              poly("main-", 11, 3.6, 11.6, 0.9, 9, 2.6), oval("main", 4.8, 2, 6.4, 6)),
        detail(oval("main+", 5.6, 2.8, 2.6, 1.4), oval("flame", 5.8, 4.2, 1.6, 1.5), oval("flame", 8.6, 4.2, 1.6, 1.5),
               rect("main--", 6.4, 6.4, 3.2, 0.8), oval("main+", 5.6, 8, 2, 3), oval("main-", 8.6, 8, 2.6, 5)),
    )),
    "wisp": Family("ice", (
        detail(oval("main-", 1, 2, 14, 13)),
        solid(poly("main", 3.4, 10, 4.4, 5.4, 6, 7, 8, 1.4, 10, 7, 11.6, 5.4, 12.6, 10, 10.4, 13.6, 5.6, 13.6)),
        detail(poly("white", 5.6, 10.4, 8, 5.4, 10.4, 10.4, 9, 12.8, 7, 12.8), oval("black", 6, 8.8, 1.3, 2),
               oval("black", 8.7, 8.8, 1.3, 2)),
    )),
}  # fmt: skip
