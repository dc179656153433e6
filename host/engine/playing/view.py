"""The operation that plays a game, and what it shows, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import NoneType
from typing import TYPE_CHECKING, Any

from host.dialects import lua_functions
from host.engine.jobs import Ask, Operation
from host.errors import RequestError
from host.model.document import to_document
from host.model.request import Request
from host.play.sentences import describe_lost_action

if TYPE_CHECKING:
    from host.border.session import Session
    from host.engine.engine import Engine
    from host.engine.playing.played_game import PlayedGame

# What `play` shows and returns. The values of the map are as in a document.
PLAY_VIEW = {
    "map": dict,
    "name": str,
    "place": int,
    "title": str,
    "status": str,
    "messages": [str],
    "printed": [str],
    "actions": [{"id": str, "text": str, "reason": (str, NoneType)}],
    "player": object,
    "visible": [str],
    "friends": [int],
    "pits": [int],
    "outcome": (str, NoneType),
    "goal": str,
    "turn": int,
}
PLAY = Operation("host.engine.operations:play", PLAY_VIEW, ("ask",))
# A view of a turn that is recorded also has its move, an empty text at the start.
RECORDED_VIEW = {**PLAY_VIEW, "move": str}


def name_of(engine: Engine, request: Request) -> str:
    """Return what a request makes, in the words of its mod."""
    name = str(request.generator)
    names = {mod.id: mod.manifest.name for mod in engine.mods}
    if engine.lua.call(lua_functions.begins_world, name):
        return names[name]
    generator = min(engine.generators(request.players, name), key=lambda listed: listed.id != name)
    title = names.get(generator.mod, generator.mod)
    if title == generator.mod:
        # It has no name but its id.
        title = generator.id
    elif generator.id != generator.mod:
        title += f": {generator.id.removeprefix(f'{generator.mod}.')}"
    texts = {option.id: option for option in generator.options}
    return ", ".join(
        [title, *(texts[option].describe(value) for option, value in request.options.items() if option in texts)]
    )


def do_again(played: PlayedGame, actions: Sequence[str]) -> None:
    """Do the actions of a game that goes on; up to one that is none any more, of which the player reads."""
    for number, action in enumerate(actions):
        # The player remembers what it saw on the way.
        _ = played.seen
        try:
            played.do(action)
        except RequestError:
            # The mods have changed since.
            played.messages.append(describe_lost_action(action, number, len(actions)))
            return


class Views:
    """The views of a game, one after another: each has what changed of the map since the one before."""

    def __init__(self, played: PlayedGame, name: str = "") -> None:
        """`name` is what the request makes, for people."""
        self.played = played
        self._name = name
        self._shown: dict[str, Any] = {}
        # Lines of mods that were shown.
        self._printed = 0

    def next(self, messages: list[str], *, offers: bool = True) -> dict[str, Any]:
        """Return the view of the game as it is now; without `offers` it has no actions."""
        document = {"objects": [], **to_document(self.played.map)}
        # A log of the whole game.
        document.pop("events", None)
        shown, self._shown = self._shown, document
        changes = {key: value for key, value in document.items() if key not in shown or shown[key] != value}
        printed = self.played.printed[self._printed :]
        self._printed += len(printed)
        said = {"messages": messages, "printed": printed}
        return {"map": changes, "name": self._name, **said, **state_of(self.played, offers=offers)}


def views_of_world(ask: Ask, name: Callable[[], str]) -> Callable[[PlayedGame], str | None]:
    """Return what shows a world before each key: views with "is_world", and with events, for files of the map."""
    views: list[Views] = []
    told = 0

    def show(world: PlayedGame) -> str | None:
        nonlocal told
        if not views:
            views.append(Views(world, name()))
        view = {**views[0].next([]), "is_world": True}
        if len(world.game.events) != told:
            told = len(world.game.events)
            view["map"]["events"] = to_document(world.map)["events"]
        return ask(view)

    return show


@contextmanager
def recording_turns(
    session: Session, take: Callable[[dict[str, Any]], object]
) -> Iterator[Callable[[PlayedGame, str], None]]:
    """Give what records a simulation (`host.engine.simulation.Course`): `take` gets a RECORDED_VIEW of each turn."""
    printed: list[str] = []
    before = session.print

    def print_and_note(text: str) -> None:
        printed.append(text)
        before(text)

    views: Views | None = None

    read = 0

    def record(played: PlayedGame, move: str) -> None:
        nonlocal views, read
        if move:
            played.tell_turn([*printed])
        else:
            views, read = Views(played), 0
        if views is not None:
            take({"move": move, **views.next(played.messages[read:], offers=False)})
        read = len(played.messages)
        printed.clear()

    session.print = print_and_note
    try:
        yield record
    finally:
        session.print = before


def _visible_rows(played: PlayedGame) -> list[str]:
    """Return a text for each row, a character for each square: 2 the player sees it, 1 it has seen it, 0 never."""
    seen = played.seen.astype(int) + played.visible
    return ["".join(map(str, row)) for row in seen.tolist()]


def state_of(played: PlayedGame, *, offers: bool = True) -> dict[str, Any]:
    """Return the parts of a view that need no view before."""
    player = played.player
    return {
        "place": played.game.number_of(played.game.map),
        "title": played.title,
        "status": played.status,
        "actions": [action._asdict() for action in played.actions()] if offers else [],
        "player": player
        and {
            "x": player.x,
            "y": player.y,
            "health": player.health,
            "max_health": player.max_health,
            "inventory": [
                {"id": thing.id, "name": thing.name, "count": thing.count, "use": thing.use, "held": thing.is_held}
                for thing in player.inventory
            ],
        },
        "visible": _visible_rows(played),
        "friends": played.friends,
        "pits": played.pits,
        "outcome": played.outcome,
        "goal": played.goal,
        "turn": played.turns,
    }
