"""What a player knows of a game, from the views that a child sends, and what can be looked at there.

Options: `--all`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from host.engine.playing.view import PLAY_VIEW
from host.errors import in_one_line, listing
from host.metrics.walkability import Mask
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.objects import MapObject
from host.model.tile_set import EMPTY
from host.play.action import STEPS, Action, Carried
from host.play.guide import Square, things_in_chests
from host.play.surroundings import Memories, Surroundings, stays
from host.process.child import malformed_answer
from host.process.task import fits
from host.render.looks import creature_look, is_bland, is_floor, is_wall, item_look, object_look, tile_look

_PLAYER = {"x": int, "y": int, "health": object, "max_health": object, "inventory": list}
_THING = {"id": str, "name": str, "count": int, "use": str, "held": bool}


class Scene(Surroundings):
    """A game as its player knows it after a turn. All texts come from mods: one line, but not to be trusted."""

    def __init__(
        self, view: dict[str, Any], document: dict[str, Any], memories: Memories, *, shows_all: bool = False
    ) -> None:
        """Read a view and the document of its map. Raises DiedError for what no child sends."""
        if not fits(PLAY_VIEW, view):
            raise malformed_answer()
        self._document = {"events": [], **document}
        game_map = from_document(self._document)
        self.mods: list[list[str]] = [[mod["id"], mod["version"], mod["hash"]] for mod in document["mods"]]
        # All options of the request, with the values that the generator used.
        options = document.get("options")
        self.options: dict[str, Any] = options if isinstance(options, dict) else {}
        # What is played; the name of the map in a world, else empty; a line about the game; what the player is to do.
        self.name, self.title, self.status, self.goal = (
            in_one_line(view[key]) for key in ("name", "title", "status", "goal")
        )
        player = view["player"]
        carried = _read_things(player, game_map)
        seen, visible = read_sight(view["visible"], game_map, shows_all=shows_all)
        numbers = [player and player[key] for key in ("health", "max_health")]
        health, most = (number if isinstance(number, int | float) else None for number in numbers)
        super().__init__(
            game_map,
            player and (player["x"], player["y"]),
            seen,
            visible,
            memory=memories.at(view["place"]),
            offers={
                row["id"]: Action(row["id"], in_one_line(row["text"]), row["reason"] and in_one_line(row["reason"]))
                for row in view["actions"]
            },
            friends=frozenset(view["friends"]),
            pits=view["pits"],
            things=carried,
            health=health,
            most_health=most,
            messages=[in_one_line(line) for text in view["messages"] for line in text.split("\n")],
            outcome=view["outcome"],
            turn=view["turn"],
            place=view["place"],
        )

    def known_map(self) -> GameMap:
        """Return the map without what the player has not seen. What moves is where the player sees it."""
        return known_map(self._document, self.seen, self.visible, self.player)

    def next_sight(self, cursor: Square) -> Square:
        """Return the square of the next thing that the player knows, in the order of reading, after a cursor."""
        game_map = self.map
        squares = {game_map.position(square) for square in game_map.loose_items} | things_in_chests(game_map).keys()
        squares |= self.special_squares(self.seen).keys()
        known = {(x, y) for x, y in squares if self.seen[y, x]}
        creatures = game_map.living_creatures
        known |= {(other.x, other.y) for other in creatures if self.sees(other.x, other.y)}
        known |= {(other.x, other.y) for other in game_map.objects if self._knows(other)}
        ordered = sorted((y, x) for x, y in known if (x, y) != self.player)
        after = [at for at in ordered if at > (cursor[1], cursor[0])]
        return next(((x, y) for y, x in (*after, *ordered)), cursor)

    def _knows(self, other: MapObject) -> bool:
        """Return whether the player sees an object, or remembers it."""
        x, y = other.x, other.y
        return self.sees(x, y) or (stays(other) and self.map.contains(x, y) and bool(self.seen[y, x]))

    def describe(self, x: int, y: int) -> str:
        """Return what is on a square, as the player knows it, and what a step there would do."""
        if not self.map.contains(x, y) or not self.seen[y, x]:
            return "You have not seen what is there."
        names = []
        if self.visible[y, x]:
            names = [
                creature_look(self.map, creature).name
                for creature in self.map.living_creatures
                if (creature.x, creature.y) == (x, y) != self.player
            ]
        names += [
            object_look(other).name
            for other in self.map.objects
            if (other.x, other.y) == (x, y) != self.player and self._knows(other)
        ]
        stack = self.map.loose_items.get(self.map.square(x, y)) or things_in_chests(self.map).get((x, y))
        if stack is not None:
            names.append(item_look(self.map, stack).name + (f" × {stack.count}" if stack.count > 1 else ""))
        tiles = [tile for tile in reversed(self.map.tiles_on(self.map.square(x, y))) if not is_bland(tile)]
        shown = next((tile for tile in tiles), None)
        if shown is not None and (not names or not (is_floor(shown) or is_wall(shown))):
            names.append(tile_look(shown).name)
        if (x, y) == self.player:
            names.insert(0, "you")
        what = listing(list(dict.fromkeys(map(in_one_line, names))) or ["nothing"], "and")
        step = next((self.offers[step] for step in STEPS if step in self.offers and self.target(step) == (x, y)), None)
        more = "" if step is None else f" ({step.reason or step.text})"
        return f"Here: {what}{more}." if self.visible[y, x] else f"You remember: {what}."


def _read_things(player: Any, game_map: GameMap) -> list[Carried]:
    """Return what a player carries. Raises DiedError for a player that no child sends."""
    if player is None:
        return []
    if not fits(_PLAYER, player) or not all(fits(_THING, thing) for thing in player["inventory"]):
        raise malformed_answer()
    if not game_map.contains(player["x"], player["y"]):
        raise malformed_answer()
    return [
        Carried(row["id"], in_one_line(row["name"]), row["count"], in_one_line(row["use"]), row["held"])
        for row in player["inventory"]
    ]


def read_sight(rows: list[str], game_map: GameMap, *, shows_all: bool) -> tuple[Mask, Mask]:
    """Return what the player has seen and sees, (height, width), from rows of a view. Raises DiedError."""
    if len(rows) != game_map.height or any(len(row) != game_map.width or set(row) - set("012") for row in rows):
        raise malformed_answer()
    levels = np.array([[ord(c) - 48 for c in row] for row in rows]).reshape(game_map.height, game_map.width)
    if shows_all:
        levels = np.full_like(levels, 2)
    return levels > 0, levels == 2


def known_map(document: dict[str, Any], seen: Mask, visible: Mask, player: Square | None) -> GameMap:
    """Return the map of a document without what has not been seen. What moves is shown where it is visible."""
    known = from_document({**document, "stored": []})

    def is_shown(x: int, y: int) -> bool:
        return (x, y) == player or (known.contains(x, y) and bool(visible[y, x]))

    known.stacks[~seen] = EMPTY
    squares = seen.reshape(-1)
    known.loose_items = {square: stack for square, stack in known.loose_items.items() if squares[square]}
    for creature in known.living_creatures:
        if not is_shown(creature.x, creature.y):
            known.remove_creature(creature)
    known.objects = [
        other
        for other in known.objects
        if is_shown(other.x, other.y)
        or (stays(other) and known.contains(other.x, other.y) and bool(seen[other.y, other.x]))
    ]
    known.homes = [home for home in known.homes if known.contains(home.x, home.y) and seen[home.y, home.x]]
    return known


class SceneReader:
    """Reads the views of a child, which send only what has changed of the map."""

    def __init__(self, *, shows_all: bool = False) -> None:
        # Whether the next scenes show all of the map.
        self.shows_all = shows_all
        self._document: dict[str, Any] = {}
        self._memories = Memories()

    def read(self, view: dict[str, Any]) -> Scene:
        """Return the scene of a view. Raises HostError for what no child sends."""
        if isinstance(view.get("map"), dict):
            self._document |= view["map"]
        return Scene(view, self._document, self._memories, shows_all=self.shows_all)
