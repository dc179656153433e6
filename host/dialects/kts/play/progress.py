"""The progress of a game in play: times, lost items, and when creatures act."""

from __future__ import annotations

from dataclasses import dataclass, field

# Settings that a mod may change, in milliseconds, squares, hit points and runs, and their defaults.
SETTINGS = {
    "knight_hitpoints": 4,
    "respawn_delay": 2200,
    "monster_interval": 112,
    "monster_radius": 10,
    "monster_respawn_wait": 45,
    "item_respawn_interval": 2000,
    "item_check_interval": 1000,
    "healing_time": 800,
    "item_replacement_interval": 200,
    "walk_time": 260,
    "fly_time": 220,
}


@dataclass(slots=True)
class LostItem:
    """An item that the host has to place on the map again."""

    item: int
    is_critical: bool = False
    # How often no square had room for it.
    failures: int = 0


@dataclass(slots=True)
class Progress:
    """The state of play; a part of `Game`."""

    # Whether the players have entered, and whether the game is over.
    has_begun: bool = False
    is_over: bool = False
    settings: dict[str, int] = field(default_factory=lambda: dict(SETTINGS))
    # Indices of the tiles of dead knights, by the direction that they face.
    dead_knight_tiles: list[int] = field(default_factory=list)
    # Index of the item in the hands of knights without one, or -1.
    default_item: int = -1
    # When the next run of each is due, in milliseconds of the game clock: see `updates`.
    due: dict[str, int] = field(default_factory=dict)
    # Item index -> how many there were after the generation: of types that appear again, and of critical types.
    stuff_counts: dict[int, int] | None = None
    critical_counts: dict[int, int] | None = None
    # (time, item index) of items that will be lost items then, and the lost items, the next first.
    queued_stuff: list[tuple[int, int]] = field(default_factory=list)
    lost_items: list[LostItem] = field(default_factory=list)
    last_lockpick: int | None = None
    # Square of a corpse -> runs of the monster generator for which it does not rise.
    corpse_waits: dict[int, int] = field(default_factory=dict)
    # Uid of a creature -> when it acts next, and the square where tiles last noticed it.
    ready: dict[int, int] = field(default_factory=dict)
    noticed: dict[int, int] = field(default_factory=dict)
    # Square of loose items -> their type, and who put them there.
    droppers: dict[int, tuple[int, int | None]] = field(default_factory=dict)

    def add_lost_item(self, item: int, is_critical: bool, failures: int = 0) -> None:
        """Add an item to the end of the lost items."""
        self.lost_items.append(LostItem(item, is_critical, failures))
