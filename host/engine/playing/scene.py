"""What a player knows of a game, from the views that a child sends (see `host.engine.operations.play`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from host.engine.play_view import PLAY_VIEW
from host.errors import in_one_line, listing
from host.metrics.contents import is_creature
from host.metrics.walkability import Mask
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.objects import Creature, MapObject
from host.model.tile import CHEST, HOME
from host.model.tile_set import EMPTY
from host.play.action import STEPS, Action, Carried
from host.play.guide import Square, things_in_chests
from host.play.plans import Memory, Surroundings
from host.process.child import malformed_answer
from host.process.task import fits
from host.render.looks import creature_look, is_bland, is_floor, is_wall, item_look, object_look, stack_look, tile_look

# Begins the words for a step that strikes somebody.
_ATTACK = "attack the "
# The layer of what flies.
_FLYING = "projectile"
_PLAYER = {"x": int, "y": int, "health": object, "max_health": object, "inventory": list}
_THING = {"id": str, "name": str, "count": int, "use": str, "held": bool}


class Scene(Surroundings):
    """A game as its player knows it after a turn. All texts come from mods: one line, but not to be trusted."""

    def __init__(
        self, view: dict[str, Any], document: dict[str, Any], memories: dict[int, Memory], *, shows_all: bool
    ) -> None:
        """Read a view and the document of its map. Raises DiedError for what no child sends."""
        if not fits(PLAY_VIEW, view):
            raise malformed_answer()
        self._document = {"events": [], **document}
        game_map = from_document(self._document)
        self.mods: list[list[str]] = [[mod["id"], mod["version"], mod["hash"]] for mod in document["mods"]]
        # All options of the request, as a menu left them.
        options = document.get("options")
        self.options: dict[str, Any] = options if isinstance(options, dict) else {}
        # What is played; the name of the map in a world, else empty; a line about the game; what the player is to do.
        self.name, self.title, self.status, self.goal = (
            in_one_line(view[key]) for key in ("name", "title", "status", "goal")
        )
        self.messages = [in_one_line(line) for text in view["messages"] for line in text.split("\n")]
        self.turn: int = view["turn"]
        self.outcome: str | None = view["outcome"]
        self.offers = {
            row["id"]: Action(row["id"], in_one_line(row["text"]), row["reason"] and in_one_line(row["reason"]))
            for row in view["actions"]
        }
        seen, visible = read_sight(view["visible"], game_map, shows_all=shows_all)
        super().__init__(game_map, None, None, seen, visible)
        self.place = view["place"]
        self.most_health: float | None = None
        self.things: list[Carried] = []
        self.player = self._read_player(view["player"])
        self.memory = memories.setdefault(self.place, Memory())
        self.memory.carry([(thing.id, thing.count) for thing in self.things])

    def _read_player(self, player: Any) -> Square | None:
        """Read what the player has, and return its square."""
        if player is None:
            return None
        if not fits(_PLAYER, player) or not all(fits(_THING, thing) for thing in player["inventory"]):
            raise malformed_answer()
        if not self.map.contains(player["x"], player["y"]):
            raise malformed_answer()
        numbers = (player[key] if isinstance(player[key], int | float) else None for key in ("health", "max_health"))
        self.health, self.most_health = numbers
        self.things = [
            Carried(row["id"], in_one_line(row["name"]), row["count"], in_one_line(row["use"]), row["held"])
            for row in player["inventory"]
        ]
        return player["x"], player["y"]

    def known_map(self) -> GameMap:
        """Return the map without what the player has not seen. Creatures are where the player sees them."""
        return known_map(self._document, self.seen, self.visible, self.player)

    def offer(self, action: str) -> Action | None:
        return self.offers.get(action)

    @property
    def threat(self) -> str:
        for step in STEPS:
            offer = self.offers.get(step)
            if offer is not None and offer.reason is None and offer.text.startswith(_ATTACK):
                return f"the {offer.text.removeprefix(_ATTACK)} is beside you"
        for other in filter(is_creature, self.map.objects):
            at = other.x, other.y
            if other.kind != "chara" and at != self.player and at in self._neighbours() and self._sees(*at):
                return f"the {in_one_line(object_look(other).name)} is beside you"
        return ""

    def _neighbours(self) -> set[Square]:
        return {at for step in STEPS if (at := self.target(step)) is not None}

    @property
    def danger(self) -> str:
        """Why it is dangerous to explore now, in words; empty if it is not. Charas may be friends."""
        guide = self.guide()
        if guide is not None and guide.foes and guide.fight() is not None:
            return "an enemy is in sight: Tab fights it"
        if self.health is not None and self.most_health is not None and self.health <= self.most_health / 3:
            return f"your health is low, {self.health:g} of {self.most_health:g}"
        return ""

    def sights(self) -> dict[tuple[object, ...], str]:
        """Return what the player sees that is worth a stop, by what tells it from others, with its name."""
        shown: dict[tuple[object, ...], str] = {}
        for creature in self.map.living_creatures:
            if (creature.x, creature.y) != self.player and self._sees(creature.x, creature.y):
                shown["creature", creature.uid] = creature_look(self.map, creature).name
        for map_object in self.map.objects:
            x, y = map_object.x, map_object.y
            if (x, y) != self.player and self._sees(x, y):
                key: tuple[object, ...] = (map_object.id, x, y)
                if is_creature(map_object):
                    key = (map_object.uid,)
                elif map_object.layer == _FLYING:
                    # Each turn it is elsewhere, and the next one is no news either.
                    key = (map_object.id,)
                shown["object", *key] = object_look(map_object).name
        for square, stack in self.map.loose_items.items():
            x, y = self.map.position(square)
            if self._sees(x, y):
                shown["item", stack.item, x, y] = item_look(self.map, stack).name
        for (x, y), stack in things_in_chests(self.map).items():
            if self._sees(x, y):
                shown["stored", stack.item, x, y] = f"{item_look(self.map, stack).name} in the chest"
        for (x, y), name in self._special_squares(self.visible).items():
            shown["tile", x, y] = name
        return {key: in_one_line(name) for key, name in shown.items()}

    def next_sight(self, cursor: Square) -> Square:
        """Return the square of the next thing that the player knows, in the order of reading, after a cursor."""
        game_map = self.map
        squares = {game_map.position(square) for square in game_map.loose_items} | things_in_chests(game_map).keys()
        squares |= self._special_squares(self.seen).keys()
        known = {(x, y) for x, y in squares if self.seen[y, x]}
        others: list[Creature | MapObject] = [*game_map.living_creatures, *game_map.objects]
        known |= {(other.x, other.y) for other in others if self._sees(other.x, other.y)}
        ordered = sorted((y, x) for x, y in known if (x, y) != self.player)
        after = [at for at in ordered if at > (cursor[1], cursor[0])]
        return next(((x, y) for y, x in (*after, *ordered)), cursor)

    def _special_squares(self, where: Mask) -> dict[Square, str]:
        """Return the chests, stairs and ways in and out on some squares, with their names."""
        names = {}
        for number in np.unique(self.map.stacks[where]).tolist():
            look = stack_look(self.map.tileset.tiles_of(number))
            if look is not None and (look[1].kind in (CHEST, HOME) or look[1].stairs or look[0].glyph in "<>"):
                for y, x in np.argwhere((self.map.stacks == number) & where).tolist():
                    names[x, y] = look[0].name
        return names

    def _sees(self, x: int, y: int) -> bool:
        return self.map.contains(x, y) and bool(self.visible[y, x])

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
            names += [object_look(o).name for o in self.map.objects if (o.x, o.y) == (x, y) != self.player]
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


def read_sight(rows: list[str], game_map: GameMap, *, shows_all: bool) -> tuple[Mask, Mask]:
    """Return what the player has seen and sees, (height, width), from rows of a view. Raises DiedError."""
    if len(rows) != game_map.height or any(len(row) != game_map.width or set(row) - set("012") for row in rows):
        raise malformed_answer()
    levels = np.array([[ord(c) - 48 for c in row] for row in rows]).reshape(game_map.height, game_map.width)
    if shows_all:
        levels = np.full_like(levels, 2)
    return levels > 0, levels == 2


def known_map(document: dict[str, Any], seen: Mask, visible: Mask, player: Square | None) -> GameMap:
    """Return the map of a document without what has not been seen. Creatures and objects are where they are visible."""
    known = from_document({**document, "stored": []})

    def is_shown(x: int, y: int) -> bool:
        return (x, y) == player or (known.contains(x, y) and bool(visible[y, x]))

    known.stacks[~seen] = EMPTY
    squares = seen.reshape(-1)
    known.loose_items = {square: stack for square, stack in known.loose_items.items() if squares[square]}
    for creature in known.living_creatures:
        if not is_shown(creature.x, creature.y):
            known.remove_creature(creature)
    known.objects = [o for o in known.objects if is_shown(o.x, o.y)]
    known.homes = [home for home in known.homes if known.contains(home.x, home.y) and seen[home.y, home.x]]
    return known


class SceneReader:
    """Reads the views of a child, which send only what has changed of the map."""

    def __init__(self, *, shows_all: bool = False) -> None:
        # Whether the next scenes show all of the map.
        self.shows_all = shows_all
        self._document: dict[str, Any] = {}
        # By the number of a map.
        self._memories: dict[int, Memory] = {}

    def read(self, view: dict[str, Any]) -> Scene:
        """Return the scene of a view. Raises HostError for what no child sends."""
        if isinstance(view.get("map"), dict):
            self._document |= view["map"]
        return Scene(view, self._document, self._memories, shows_all=self.shows_all)
