"""Sprites of people, and of monsters that walk like them. Seen from the front, the head large."""

from __future__ import annotations

from host.model.appearance import Part
from host.render.sprites.pen import Family, detail, line, oval, poly, rect, solid


def _legs(tone: str) -> tuple[Part, Part]:
    return rect(tone, 5, 12, 2.4, 3), rect(tone, 8.6, 12, 2.4, 3)


def _eyes(tone: str, y: float = 5.0) -> tuple[Part, Part]:
    return oval(tone, 5.9, y, 1.5, 1.7), oval(tone, 8.6, y, 1.5, 1.7)


PEOPLE = {
    "goblin": Family("slime", (
        solid(*_legs("leather-"), poly("leather", 5, 8, 11, 8, 11.6, 13, 4.4, 13), line("main", 1.8, 4.6, 9, 2.8, 11.6),
              line("main", 1.8, 11.4, 9, 13.2, 11.4), poly("main", 5, 4, 0.9, 2.4, 3, 7),
              poly("main", 11, 4, 15.1, 2.4, 13, 7), oval("main", 3.6, 1.6, 8.8, 7.8)),
        detail(oval("main+", 5, 2.2, 4, 2), *_eyes("eye", 4.4), rect("black", 6.4, 4.8, 0.8, 1.2),
               rect("black", 9, 4.8, 0.8, 1.2), rect("main--", 6, 7.4, 4, 0.8), rect("white", 6.6, 7.4, 0.8, 1),
               rect("white", 8.8, 7.4, 0.8, 1), rect("leather--", 4.8, 11, 6.6, 0.9)),
    )),
    "orc": Family("orc", (
        solid(*_legs("leather-"), poly("iron", 4, 8, 12, 8, 12.4, 13, 3.6, 13), line("main", 2.6, 3.4, 9, 2.2, 12),
              line("main", 2.6, 12.6, 9, 13.8, 12), oval("main", 3.4, 1.2, 9.2, 8.6)),
        detail(poly("black", 6.4, 1, 9.6, 1, 8.6, 3.4, 7.4, 3.4), *_eyes("red", 4.4),
               rect("main--", 5.4, 3.8, 2.2, 0.8), rect("main--", 8.4, 3.8, 2.2, 0.8),
               rect("main--", 5.6, 7.2, 4.8, 1.2), poly("white", 5.6, 8.4, 6.6, 5.6, 7.2, 8.4),
               poly("white", 8.8, 8.4, 9.4, 5.6, 10.4, 8.4), rect("iron+", 4, 8.8, 3, 0.9), rect("iron-", 8, 9, 4, 4)),
    )),
    "ogre": Family("clay", (
        solid(rect("main-", 4, 12, 3, 3), rect("main-", 9, 12, 3, 3), line("wood", 2.4, 14, 13, 14, 5.4),
              oval("wood-", 12.4, 2, 3.2, 4.4), line("main", 3, 3.4, 8, 2.4, 12), line("main", 3, 12.4, 8, 13.4, 11),
              oval("main", 2.4, 5.4, 11.2, 8.8), oval("main", 4.2, 0.9, 7.6, 7)),
        detail(oval("main+", 4.6, 7.4, 5.4, 3), poly("leather", 3, 10.6, 13, 10.6, 12, 13.8, 8, 12.8, 4, 13.8),
               rect("gold", 7.2, 10.6, 1.6, 1.2), oval("white", 5.5, 3, 1.8, 1.6), oval("white", 8.7, 3, 1.8, 1.6),
               rect("black", 6.2, 3.4, 0.8, 1), rect("black", 9, 3.4, 0.8, 1), line("main--", 0.9, 5.2, 2.6, 7.2, 3),
               line("main--", 0.9, 8.8, 3, 10.8, 2.6), rect("main--", 6, 5.8, 4, 1),
               poly("white", 6, 6.4, 6.5, 4.8, 7, 6.4), poly("white", 9, 6.4, 9.5, 4.8, 10, 6.4)),
    )),
    "zombie": Family("orc", (
        solid(rect("night", 5, 12, 2.4, 3), rect("night+", 8.6, 12, 2.4, 3),
              poly("cloth-", 5, 8, 11, 8, 11.4, 13, 4.6, 13), line("main-", 1.9, 5, 9.4, 1.8, 8.4),
              line("main-", 1.9, 11, 9.4, 14.2, 8.4), oval("main", 4, 1.4, 8, 7.8)),
        detail(poly("night", 4.4, 3.4, 6, 1.4, 10, 1.4, 8, 2.6), oval("white", 5.6, 4.2, 2, 2.2),
               oval("white", 8.6, 4.6, 1.6, 1.6), rect("black", 6.4, 5, 0.8, 0.9), rect("black", 9.2, 5.2, 0.7, 0.7),
               rect("main--", 6, 7.2, 4, 1), rect("red-", 10, 6.4, 1.4, 2), poly("main-", 6, 13, 7, 10.6, 8, 13)),
    )),
    "skeleton": Family("bone", (
        solid(line("main", 1.2, 6.4, 12, 5.6, 14.6), line("main", 1.2, 9.6, 12, 10.4, 14.6),
              line("main-", 1.2, 5, 9.4, 2.6, 11.6), line("main-", 1.2, 11, 9.4, 13.4, 11.6),
              rect("main-", 5, 8.6, 6, 4), oval("main", 3.6, 1, 8.8, 7), rect("main", 5.8, 6.4, 4.4, 2.6)),
        detail(oval("black", 5, 3.6, 2.4, 2.6), oval("black", 8.6, 3.6, 2.4, 2.6), rect("black", 7.6, 6, 0.8, 1),
               oval("main+", 4.8, 1.6, 3.4, 1.6), rect("black", 5, 9.6, 6, 0.7), rect("black", 5, 11.2, 6, 0.7),
               rect("main", 7.5, 8.8, 1, 4), rect("main--", 6.8, 7.6, 0.6, 1.4), rect("main--", 8.6, 7.6, 0.6, 1.4)),
    )),
    "lich": Family("violet", (
        solid(poly("main-", 4.6, 7, 11.4, 7, 14, 14.8, 2, 14.8), poly("main", 3, 8, 3.2, 4, 8, 1, 12.8, 4, 13, 8),
              oval("bone", 4.6, 2.6, 6.8, 6.6), line("gold", 1.1, 14, 3, 14, 14)),
        detail(oval("main", 3.4, 8, 3, 6),
               poly("gold", 4.6, 3.6, 5.4, 1.4, 6.8, 2.6, 8, 0.9, 9.2, 2.6, 10.6, 1.4, 11.4, 3.6),
               oval("black", 5.4, 4.6, 2.2, 2.2), oval("black", 8.4, 4.6, 2.2, 2.2), oval("slime", 6, 5.2, 1, 1),
               oval("slime", 9, 5.2, 1, 1), rect("bone--", 6.6, 7.6, 2.8, 0.8), rect("main--", 7.4, 9.6, 1.2, 5.2)),
    )),
    "ghost": Family("marble", (
        solid(poly("main", 3, 14.4, 3, 6, 4.6, 2.8, 8, 1.2, 11.4, 2.8, 13, 6, 13, 14.4, 10.8, 12.4, 9, 14.4, 7, 12.4,
               5.2, 14.4)),
        detail(poly("main-", 10.4, 3, 13, 6, 13, 14.4, 10.8, 12.4, 10.4, 8), oval("main+", 4.4, 3, 3, 3.4),
               oval("black", 5.2, 5.2, 2, 2.8), oval("black", 8.6, 5.2, 2, 2.8), oval("black", 6.8, 9, 2.4, 2.4)),
    )),
    "knight": Family("red", (
        solid(*_legs("iron-"), poly("main", 5, 8, 11, 8, 11.8, 13.4, 4.2, 13.4), line("steel", 2, 4.4, 9, 3, 11.8),
              line("steel-", 2, 11.4, 9, 12.6, 11), rect("steel", 4, 2.6, 8, 6), oval("steel", 4, 1.2, 8, 5.4),
              poly("main", 7, 1.8, 8, 0.9, 12, 0.9, 13.4, 3, 9, 2.6),
              poly("main+", 1, 8, 5.4, 8, 5.4, 11.6, 3.2, 14, 1, 11.6)),
        detail(rect("black", 5, 4.4, 6, 1.4), rect("black", 7.6, 4.4, 0.9, 3.4), oval("white", 5, 1.9, 2.4, 1.3),
               rect("steel-", 10, 3.4, 2, 5), rect("main-", 9, 9, 2.4, 4.4), rect("leather", 5, 10.8, 6.4, 1),
               rect("white", 2.7, 8.6, 1, 4), rect("white", 1.4, 9.8, 3.6, 1)),
        solid(line("steel", 1.1, 13, 11, 13, 3.6)),
        detail(rect("gold", 11.6, 10, 2.8, 1)),
    )),
    "guard": Family("steel", (
        solid(*_legs("iron--"), poly("main-", 4.6, 8, 11.4, 8, 12, 13.4, 4, 13.4), line("main", 2, 4, 9, 3, 12),
              line("main-", 2, 12, 9, 13, 11), oval("main", 3.8, 1.2, 8.4, 7), rect("main", 3.8, 4.6, 8.4, 4),
              line("wood", 1, 13.8, 14.6, 13.8, 4), poly("steel+", 12.6, 4.6, 13.8, 1, 15, 4.6)),
        detail(rect("black", 5, 4.8, 6, 1.4), rect("black", 7.6, 4.8, 0.9, 3), oval("main+", 5, 2, 3, 1.6),
               rect("main--", 9, 9, 2.6, 4.4), rect("leather", 4.6, 10.8, 7, 1), rect("gold", 7.2, 10.6, 1.6, 1.4)),
    )),
    "mage": Family("violet", (
        solid(poly("main", 5, 7, 11, 7, 13.4, 14.8, 2.6, 14.8),
              poly("main", 3, 8.6, 3.4, 4.4, 8, 1, 12.6, 4.4, 13, 8.6)),
        detail(oval("hole", 5, 4, 6, 5.6), oval("eye", 6, 6, 1.4, 1.4), oval("eye", 8.6, 6, 1.4, 1.4),
               poly("main+", 3.8, 7, 4.2, 4.8, 7, 2.4, 5, 6), poly("main-", 9, 9, 11, 9, 13.4, 14.8, 9.6, 14.8),
               rect("gold", 5, 10.6, 6, 0.9)),
    )),
    "villager": Family("leather", (
        solid(*_legs("night+"), poly("main", 5, 8, 11, 8, 12, 13.4, 4, 13.4), line("main", 2, 4.6, 9, 3.2, 12),
              line("main-", 2, 11.4, 9, 12.8, 12), oval("skin", 4, 1.8, 8, 7.8),
              poly("wood-", 3.8, 5, 4.4, 2, 8, 0.9, 11.6, 2, 12.2, 5, 8, 3.6)),
        detail(*_eyes("black", 5.2), rect("flesh", 7, 8, 2, 0.7), rect("main+", 5, 8.8, 1.4, 4),
               rect("main-", 9.4, 9, 1.8, 4.4), rect("straw", 4.8, 11, 6.6, 0.9), rect("wood", 5, 2, 3, 0.8)),
    )),
}  # fmt: skip
