"""What the knight that plays by itself has seen and remembers of its map: see `autopilot`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from host.metrics.sight import map_in_sight
from host.model.game_map import GameMap
from host.model.objects import Creature
from host.model.tile import BARREL, CHEST, CLEAR, DOOR, HOME
from host.play.game import Game

Square = int
# Farther than any square.
_FAR = 2**20


class Autopilot:
    """What the knight that plays by itself remembers of its map; a part of `Game`."""

    def __init__(self) -> None:
        self.map: GameMap | None = None
        self.seen: npt.NDArray[np.bool_] = np.zeros((0, 0), dtype=np.bool_)
        # Square -> how often the knight tried something there. Square of a way out -> how many items for the quest it
        # carried when it tried to leave there, in vain.
        self.tried: dict[Square, int] = {}
        self.left_at: dict[Square, int] = {}
        # Indices of tiles on which a knight died; the square of the last turn, and how many turns it has been there.
        self.deadly: set[int] = set()
        self.last: Square | None = None
        self.turns_here = 0
        self.restless = 0
        # For how many turns of its life it has fled.
        self.fled = 0
        self.uid = 0
        # What the knight intends, as the player last read it, and the square that it strikes at.
        self.intent = ""
        self.strikes_at: Square | None = None


def remember(game: Game, game_map: GameMap, memory: Autopilot, knight: Creature) -> None:
    """Note what the knight sees, and of what it died."""
    if memory.map is not game_map or memory.seen.shape != game_map.stacks.shape:
        deadly = memory.deadly
        memory.__init__()  # type: ignore[misc] # a new map
        memory.map, memory.deadly = game_map, deadly
        memory.seen = np.zeros(game_map.stacks.shape, dtype=np.bool_)
    if memory.uid and memory.uid != knight.uid:
        memory.deadly |= _killers(game, game_map, memory.uid)
        memory.tried.clear()
        memory.fled = 0
    memory.uid = knight.uid
    memory.seen |= map_in_sight(game_map, knight.x, knight.y)
    here = game_map.square(knight.x, knight.y)
    memory.turns_here = memory.turns_here + 1 if here == memory.last else 0
    memory.last = here


def _killers(game: Game, game_map: GameMap, uid: int) -> set[int]:
    """Return the indices of the tiles that act on who walks over them, where a knight died."""
    for event in reversed(game.events):
        if event["type"] == "death" and event["creature"] == uid:
            tiles = game_map.tiles_on(game_map.square(event["x"], event["y"]))
            return {tile.prototype.index for tile in tiles if tile.on_walk_over}
    return set()


def is_safe(game_map: GameMap, memory: Autopilot, square: Square) -> bool:
    if any(tile.prototype.index in memory.deadly for tile in game_map.tiles_on(square)):
        return False
    stack = game_map.loose_items.get(square)
    # What lies on the floor and cannot be taken may be a trap.
    return stack is None or game_map.registry.get("item", stack.item).fields.kind != "nopickup"


def walkable_masks(game_map: GameMap, memory: Autopilot) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return the squares that it has seen and can walk over: those without danger, and all."""
    traits = game_map.tileset.traits
    walking = traits.array("walking").take(game_map.stacks) == CLEAR
    free = walking & memory.seen
    acts, deadly = np.zeros(len(game_map.tileset.stacks), np.bool_), np.zeros(len(game_map.tileset.stacks), np.bool_)
    for stack in np.unique(game_map.stacks[free]).tolist():
        tiles = game_map.tileset.tiles_of(stack)
        acts[stack] = any(tile.on_walk_over for tile in tiles)
        deadly[stack] = any(tile.prototype.index in memory.deadly for tile in tiles)
    free &= ~deadly[game_map.stacks]
    free.flat[[*game_map.taken_squares]] = False
    safe = free & ~acts[game_map.stacks]
    for square, stack_of_items in game_map.loose_items.items():
        if game_map.registry.get("item", stack_of_items.item).fields.kind == "nopickup":
            safe.flat[square] = False
    return safe, free


def closed_squares(game_map: GameMap, memory: Autopilot) -> list[Square]:
    """Return the squares that it has seen where somebody may be stopped, but not by a wall."""
    special = np.zeros(len(game_map.tileset.stacks), np.bool_)
    for stack in np.unique(game_map.stacks[memory.seen]).tolist():
        special[stack] = any(
            tile.kind in (DOOR, CHEST, BARREL, HOME) or tile.on_use for tile in game_map.tileset.tiles_of(stack)
        )
    squares: list[Square] = np.flatnonzero(special[game_map.stacks] & memory.seen).tolist()
    return squares


def reach_of(steps: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return the distance to each square, or else to a square beside it; -1 for none."""
    far = np.where(steps < 0, _FAR, steps)
    near = np.full_like(far, _FAR)
    near[1:] = np.minimum(near[1:], far[:-1])
    near[:-1] = np.minimum(near[:-1], far[1:])
    near[:, 1:] = np.minimum(near[:, 1:], far[:, :-1])
    near[:, :-1] = np.minimum(near[:, :-1], far[:, 1:])
    best = np.where(steps >= 0, steps, near)
    return np.where(best >= _FAR, -1, best)


def find_frontier(memory: Autopilot, steps: npt.NDArray[np.int32]) -> Square | None:
    """Return the nearest square that it can reach and from which it may see more."""
    unseen = ~memory.seen
    edge = np.zeros_like(unseen)
    edge[1:] |= unseen[:-1]
    edge[:-1] |= unseen[1:]
    edge[:, 1:] |= unseen[:, :-1]
    edge[:, :-1] |= unseen[:, 1:]
    candidates = np.where(edge & (steps > 0), steps, _FAR)
    nearest = int(candidates.argmin())
    return nearest if candidates.flat[nearest] < _FAR else None
