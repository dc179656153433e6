"""The settings of a game in play (kts.MISC_CONFIG), such as walk_time, and its progress, also in saves: times, lost
items, and when creatures act.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from host.errors import SaveError
from host.model.registry import Registry
from host.play.game import Game, Player

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
    "door_closed_damage": 1000,
    "missile_check_interval": 12,
}

# Effects of which a knight has one at a time.
STRENGTH, QUICKNESS, SUPER, INVISIBILITY, PARALYZATION = (
    "strength",
    "quickness",
    "super",
    "invisibility",
    "paralyzation",
)
FAST_REGENERATION, SLOW_REGENERATION = "fast regeneration", "slow regeneration"
EFFECTS = (STRENGTH, QUICKNESS, SUPER, INVISIBILITY, PARALYZATION, FAST_REGENERATION, SLOW_REGENERATION)
# Effect -> after how many milliseconds it heals a hit point, again and again.
HEALING = {FAST_REGENERATION: 700, SLOW_REGENERATION: 2100, SUPER: 2100}

# How long a missile takes for a square at most, in milliseconds.
LONGEST_STEP = 10_000


@dataclass(slots=True)
class LostItem:
    """An item that the host has to place on the map again."""

    item: int
    is_critical: bool = False
    # How often no square had room for it.
    failures: int = 0


class Magic(NamedTuple):
    """An effect of magic on a knight: its name, and when it ends and heals next, in milliseconds."""

    effect: str
    ends_at: int
    heals_at: int | None = None


@dataclass(slots=True)
class Missile:
    """An item that flies."""

    item: int
    # The square on which it arrived last; at first the square from which it started.
    x: int
    y: int
    direction: int
    # Index of a player, MONSTER, or None.
    originator: int | None
    drop_after: bool
    # Whether it hits its originator and the team of its originator.
    hits_friends: bool
    # In squares.
    range_left: int
    # When it started, and how long it takes for a square, in milliseconds.
    begun: int
    step_time: int
    # How many squares it has arrived at, and how often it has looked for a target besides.
    arrivals: int = 0
    looks: int = 0
    # Uids of the creatures that it has missed.
    missed: list[int] = field(default_factory=list)


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
    # Whether a mod has called kts.Necromancy.
    has_used_necromancy: bool = False
    # Square of a corpse -> runs of the monster generator for which it does not rise.
    corpse_waits: dict[int, int] = field(default_factory=dict)
    # Uid of a creature -> when it acts next, and the square where tiles last noticed it.
    ready: dict[int, int] = field(default_factory=dict)
    noticed: dict[int, int] = field(default_factory=dict)
    # Missiles in the air; uid of a creature that is about to throw -> when the item flies, and its type.
    missiles: list[Missile] = field(default_factory=list)
    throws: dict[int, tuple[int, int]] = field(default_factory=dict)
    # Uid of a creature that has shot -> when it can shoot again.
    reloaded: dict[int, int] = field(default_factory=dict)
    # Uid of a creature that is about to strike -> when the blow hits.
    blows: dict[int, int] = field(default_factory=dict)
    # Uid of a knight -> its magic; until when it takes no damage; until when poison and paralysis do not harm it.
    magic: dict[int, Magic] = field(default_factory=dict)
    invulnerable: dict[int, int] = field(default_factory=dict)
    immune: dict[int, int] = field(default_factory=dict)
    # Square with loose items -> type of the items, and the player who dropped them.
    droppers: dict[int, tuple[int, int | None]] = field(default_factory=dict)
    # Why the last question of a mod, such as kts.Can_PickUp, was answered with false; not stored.
    refusal: str | None = None

    def add_lost_item(self, item: int, is_critical: bool, failures: int = 0) -> None:
        """Add an item to the end of the lost items."""
        self.lost_items.append(LostItem(item, is_critical, failures))


_MOST = 2**62
# Attributes of a player, and their types.
_PLAYER: dict[str, tuple[type, ...]] = {
    "respawn": (str,),
    "eliminated": (bool,),
    "team": (int,),
    "respawns_at": (int, type(None)),
    "lives": (int,),
    "skulls": (int,),
    "kills": (int,),
    "frags": (int,),
}
# Attributes of a missile besides its item, in order: their types, and the numbers that are allowed.
_MISSILE: dict[str, tuple[type | tuple[type, ...], range | None]] = {
    "x": (int, None),
    "y": (int, None),
    "direction": (int, range(4)),
    "originator": ((int, type(None)), None),
    "drop_after": (bool, None),
    "hits_friends": (bool, None),
    "range_left": (int, None),
    "begun": (int, range(_MOST)),
    "step_time": (int, range(1, LONGEST_STEP + 1)),
    "arrivals": (int, range(_MOST)),
    "looks": (int, range(_MOST)),
    "missed": (list, None),
}
_RESPAWN = ("normal", "different", "anywhere")
_RUNS = ("quest", "healing", "monsters", "supplies", "critical items", "lost items", "time limit")
# Updates that are planned only while there are missiles or effects.
_PLANNED = ("missiles", "effects")
# Creatures whose time to act is saved; with more the header would be too long. Others act at once after loading.
_MOST_READY = 50_000


def renew_progress(game: Game) -> Progress:
    """Replace the progress of play with new progress, as if the game had not begun; return it."""
    before, progress = game.part(Progress), game.renew(Progress)
    # Mods set these while they load, and not again.
    for name in ("settings", "dead_knight_tiles", "default_item"):
        setattr(progress, name, getattr(before, name))
    return progress


def leave_map(game: Game) -> None:
    """Let players enter again when play goes on, as another map takes the place of the one in play."""
    if game.part(Progress).has_begun:
        renew_progress(game)
        for player in game.players:
            player.creature = player.respawns_at = None


def progress_to_data(progress: Progress, players: Sequence[Player], registry: Registry) -> dict[str, Any]:
    """Return the progress of a game as plain data for a save, item types by id."""

    def count_by_id(counts: dict[int, int] | None) -> list[list[Any]] | None:
        return None if counts is None else [[item_id(item), count] for item, count in counts.items()]

    def item_id(item: int) -> str:
        return registry.get("item", item).id

    knights = {player.creature.uid for player in players if player.creature is not None}
    return {
        "begun": progress.has_begun,
        "over": progress.is_over,
        "due": [[name, due] for name, due in progress.due.items()],
        "players": [[getattr(player, name) for name in _PLAYER] for player in players],
        "stuff": count_by_id(progress.stuff_counts),
        "critical": count_by_id(progress.critical_counts),
        "queued": [[due, item_id(item)] for due, item in progress.queued_stuff],
        "lost": [[item_id(lost.item), lost.is_critical, lost.failures] for lost in progress.lost_items],
        "last_lockpick": progress.last_lockpick,
        "necromancy": progress.has_used_necromancy,
        "corpses": [[*wait] for wait in progress.corpse_waits.items()],
        "ready": [[*ready] for ready in progress.ready.items()][-_MOST_READY:],
        # Monsters are always noticed where they stand.
        "noticed": [[uid, square] for uid, square in progress.noticed.items() if uid in knights],
        "missiles": [
            [item_id(missile.item), *(getattr(missile, name) for name in _MISSILE)] for missile in progress.missiles
        ],
        "magic": [[uid, *magic] for uid, magic in progress.magic.items()],
        "invulnerable": [[*end] for end in progress.invulnerable.items()],
        "immune": [[*end] for end in progress.immune.items()],
        "reloaded": [[*ready] for ready in progress.reloaded.items()],
        "blows": [[*blow] for blow in progress.blows.items()],
        "throws": [[uid, due, item_id(item)] for uid, (due, item) in progress.throws.items()],
        "droppers": [[square, item_id(item), by] for square, (item, by) in progress.droppers.items()],
    }


def restore_progress(progress: Progress, players: Sequence[Player], data: Any, registry: Registry) -> None:
    """Set the progress of a game to what `progress_to_data` returned, without items that are no longer registered.

    Raises SaveError for data of another form.
    """

    def read_counts(rows: Any) -> dict[int, int] | None:
        return None if rows is None else dict(find_items(rows, 0, (str, int)))

    def find_items(rows: Iterable[Any], column: int, types: tuple[type | tuple[type, ...], ...]) -> list[list[Any]]:
        """Check rows, and replace the id in a column by the index of its item type; leave out ids without a type."""
        checked = []
        for row in _rows(rows, types):
            prototype = registry.find("item", row[column])
            if prototype is not None:
                checked.append([*row[:column], prototype.index, *row[column + 1 :]])
        return checked

    try:
        begun, over, rows = data["begun"], data["over"], data["players"]
        due = {_one_of(name, (*_RUNS, *_PLANNED)): ms for name, ms in _rows(data["due"], (str, int))}
        if len(rows) != len(players):
            raise ValueError(f"{len(rows)} players")
        checked = _rows(rows, tuple(_PLAYER.values()))
        for row in checked:
            _one_of(row[0], _RESPAWN)
        progress.has_begun, progress.is_over = _value(begun, (bool,)), _value(over, (bool,))
        progress.stuff_counts = read_counts(data.get("stuff"))
        progress.critical_counts = read_counts(data.get("critical"))
        progress.queued_stuff = [(ms, item) for ms, item in find_items(data.get("queued", ()), 1, (int, str))]
        for lost in find_items(data.get("lost", ()), 0, (str, bool, int)):
            progress.add_lost_item(*lost)
        progress.last_lockpick = _value(data.get("last_lockpick"), (int, type(None)))
        progress.has_used_necromancy = _value(data.get("necromancy", False), (bool,))
        progress.corpse_waits = dict(_rows(data.get("corpses", ()), (int, int)))
        progress.ready = dict(_rows(data.get("ready", ()), (int, int)))
        progress.noticed = dict(_rows(data.get("noticed", ()), (int, int)))
        types = (str, *(kind for kind, _ in _MISSILE.values()))
        progress.missiles = [Missile(*row) for row in find_items(data.get("missiles", ()), 0, types)]
        for missile in progress.missiles:
            _check_missile(missile, len(players))
        progress.throws = {uid: (ms, item) for uid, ms, item in find_items(data.get("throws", ()), 2, (int, int, str))}
        progress.reloaded = dict(_rows(data.get("reloaded", ()), (int, int)))
        progress.blows = dict(_rows(data.get("blows", ()), (int, int)))
        magic = _rows(data.get("magic", ()), (int, str, int, (int, type(None))))
        progress.magic = {uid: Magic(_one_of(effect, EFFECTS), *times) for uid, effect, *times in magic}
        if any(each.heals_at is not None and each.effect not in HEALING for each in progress.magic.values()):
            raise ValueError("an effect that heals")
        progress.invulnerable = dict(_rows(data.get("invulnerable", ()), (int, int)))
        progress.immune = dict(_rows(data.get("immune", ()), (int, int)))
        droppers = find_items(data.get("droppers", ()), 1, (int, str, (int, type(None))))
        if any(by is not None and not -1 <= by < len(players) for *_, by in droppers):
            raise ValueError("a player who dropped an item")
        progress.droppers = {square: (item, by) for square, item, by in droppers}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SaveError(f"the progress of play in the save cannot be read: {error}") from None
    if "monsters" in due:
        # Earlier versions saved no time for healing.
        due.setdefault("healing", due["monsters"])
    if progress.lost_items:
        due.setdefault("lost items", due.get("monsters", 0))
    else:
        due.pop("lost items", None)
    progress.due = due
    for player, row in zip(players, checked, strict=True):
        for name, value in zip(_PLAYER, row, strict=True):
            setattr(player, name, value)


def _check_missile(missile: Missile, players: int) -> None:
    for name, (_, allowed) in _MISSILE.items():
        if allowed is not None and getattr(missile, name) not in allowed:
            raise ValueError(f"the {name} of a missile")
    if missile.originator is not None and not -1 <= missile.originator < players:
        raise ValueError("the player who shot a missile")
    missile.missed = [_value(uid, (int,)) for uid in missile.missed]


def _rows(rows: Iterable[Any], types: tuple[type | tuple[type, ...], ...]) -> list[list[Any]]:
    """Check that rows have values of these types. Raises TypeError or ValueError."""
    return [[_value(v, kind) for v, kind in zip(row, types, strict=True)] for row in rows]


def _one_of(value: Any, words: tuple[str, ...]) -> str:
    if value not in words:
        raise ValueError(f"{value!r:.40}")
    return str(value)


def _value(value: Any, types: type | tuple[type, ...]) -> Any:
    allowed = types if isinstance(types, tuple) else (types,)
    if type(value) not in allowed or (type(value) is int and abs(value) > _MOST):
        raise ValueError(f"{value!r:.40}")
    return value
