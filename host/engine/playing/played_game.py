"""Games that are played action by action: one implementation for the library, commands and pages.

`PlayedMap` is a game on a map, `PlayedWorld` one in the world of a mod. What a player can do is offered by the dialects
(lua/core/game/offers.lua), and what a player is and reads by their hooks (`GameHooks`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from itertools import chain
from struct import iter_unpack

import numpy as np
import numpy.typing as npt

from host.border.session import PLAY
from host.border.values import Table
from host.dialects import lua_functions
from host.engine.games import Games
from host.engine.playing.player_rows import read_player, read_reports
from host.errors import RequestError, counted, listing, shorten
from host.errors.spelling import did_you_mean
from host.metrics.contents import is_player
from host.metrics.sight import map_in_sight
from host.model.game_map import GameMap
from host.model.tile import CLEAR
from host.model.tile_set import PASS_BLOCKED
from host.play.action import AUTOPILOTS, SCRIPT, STEPS, WAIT, Action, PlayerView
from host.play.game import Game, GameHooks
from host.play.sentences import Report, in_sentence, name_attackers, tell

_PROBLEMS = {
    "no player": "no loaded mod has a class of players, so no player can enter: load one that has, such as critters",
    "no room": "the map has no square to stand on, so no player can enter",
}
# Letters of the id of an action in a message.
_LONGEST = 60
# Turns after which a player that plays by itself is stopped.
MOST_TURNS_ALONE = 2000
_ALWAYS = (Action(WAIT, "wait"), Action(SCRIPT, "let the player act by itself for a turn"))


class PlayedGame(ABC):
    """A running game and what its player sees, knows and can do. It ends when its host begins another game."""

    def __init__(self, games: Games, game: Game) -> None:
        self._games = games
        self.game = game
        # Turns that were played.
        self.turns = 0
        # All that the player has read, in order; hints come first.
        self.messages: list[str] = []
        # The lines of mods among them.
        self.printed: list[str] = []
        # Number of events of the game that were read.
        self._read = 0
        self._actions: list[Action] | None = None
        # The map on which the player looked around last, and what it saw there, (height, width).
        self._sight = (game.map, np.zeros((0, 0), dtype=np.bool_))

    def check_running(self) -> None:
        """Raise RequestError when the host has begun another game: then nothing of this one can be asked or done."""
        if self._games.session.game is not self.game:
            raise RequestError("this game is over, because its host has begun another one")

    # -- what the player knows

    @property
    def map(self) -> GameMap:
        """The map as it is now, with the objects on it."""
        game_map = self.game.map
        self._games.gather_objects(game_map)
        game_map.events = self.game.events
        for hooks in self._games.session.hooks:
            hooks.finish_map(self.game)
        return game_map

    @property
    @abstractmethod
    def player(self) -> PlayerView | None:
        """The player; None while it is on no map."""

    @property
    @abstractmethod
    def outcome(self) -> str | None:
        """None while the game goes on, and then "won" or "lost"."""

    @property
    def goal(self) -> str:
        """What the player is asked to do, in a line; empty when nobody says it."""
        return next(filter(None, (hooks.goal(self.game) for hooks in self._games.session.hooks)), "")

    @property
    def absence(self) -> str:
        """When the player, who is not on the map, comes back; empty when it is there, or nobody knows."""
        if self.player is not None or self.outcome:
            return ""
        return next(filter(None, (hooks.absence(self.game) for hooks in self._games.session.hooks)), "")

    @property
    def title(self) -> str:
        """The name of the place."""
        return ""

    @property
    def status(self) -> str:
        """A line about the game."""
        return f"turn {self.turns}"

    @property
    def visible(self) -> npt.NDArray[np.bool_]:
        """Whether the player sees each square now, (height, width)."""
        game_map, player = self.game.map, self.player
        if player is None:
            return np.zeros(game_map.stacks.shape, dtype=np.bool_)
        return map_in_sight(game_map, player.x, player.y)

    @property
    def friends(self) -> list[int]:
        """The uids of the creatures on the map that are friends of the player."""
        number = self.game.number_of(self.game.map)
        packed = self._games.lua.call(lua_functions.list_friends, number)
        uids = [uid for hooks in self._games.session.hooks for uid in hooks.friends(self.game)]
        return [*uids, *(uid for (uid,) in iter_unpack("<i", packed))]

    @property
    def pits(self) -> list[int]:
        """The seen squares on which one can step, and which the check of ways takes for impassable, such as pits."""
        traits = self.game.map.tileset.traits
        are_pits = (traits.array("walking") == CLEAR) & (traits.array("passes") == PASS_BLOCKED)
        if not are_pits.any():
            return []
        pits: list[int] = np.flatnonzero(are_pits[self.game.map.stacks] & self.seen).tolist()
        return pits

    @property
    def seen(self) -> npt.NDArray[np.bool_]:
        """Whether the player has ever seen each square of the map, (height, width)."""
        game_map, visible = self.game.map, self.visible
        if game_map.seen is not None and game_map.seen.shape == visible.shape:
            visible |= game_map.seen
        game_map.seen = visible
        return visible

    # -- what the player does

    def actions(self) -> list[Action]:
        """Return what the player can do now, and why not where that is not possible at present."""
        if self._actions is None:
            self._actions = [] if self.outcome else self._list_actions()
        return self._actions

    def _list_actions(self) -> list[Action]:
        rows: Table = self._games.lua.call(lua_functions.list_offers)
        offered = [
            Action(str(row.fields["id"]), str(row.fields["text"]), row.fields.get("reason"))
            for row in rows.items
            if isinstance(row, Table)
        ]
        ids = {action.id for action in offered}
        absent = self.absence or "the player is not on the map"
        return [
            *offered,
            *(Action(step, f"walk {step}", absent) for step in STEPS if step not in ids),
            *(action for action in _ALWAYS if action.id not in ids),
        ]

    def do(self, action: Action | str) -> None:
        """Do an action of `actions`, or one with that id; a turn passes. Raises RequestError for any other.

        Where there is "script", "cautious" and "bold" are ways to do it.
        """
        identity = action.id if isinstance(action, Action) else action
        if not isinstance(identity, str):
            raise RequestError(
                f"an action is of the type {type(identity).__name__}: must be one of actions(), or its id"
            )
        self.check_running()
        if self.outcome:
            raise RequestError(f"the game is over: it is {self.outcome}")
        actions = {offered.id: offered for offered in self.actions()}
        if identity in AUTOPILOTS and SCRIPT in actions:
            actions[identity] = actions[SCRIPT]
        if identity not in actions:
            raise RequestError(
                f'there is no action "{shorten(identity, _LONGEST)}" now: must be '
                f"{listing(shorten(name, _LONGEST) for name in actions)}",
                hint=did_you_mean(identity, actions),
            )
        reason, read = actions[identity].reason, len(self.messages)
        self._act(identity)
        if reason is not None and len(self.messages) == read:
            self._tell([in_sentence(reason)])

    @abstractmethod
    def _act(self, action: str) -> None:
        """Play a turn in which the player does something."""

    @abstractmethod
    def play_turn(self, move: str) -> tuple[bool, str, bool]:
        """Play a turn of a simulation; return whether the game goes on, its line of the log, and whether that is all.

        `move` is one of `host.play.action.MOVES`, in a world also of `CLIMBS`.
        """

    def simulate(self, move: str) -> list[str]:
        """Play a turn of a simulation; return what the player reads, as it does when somebody plays."""
        read = len(self.messages)
        self.tell_turn(self._printed(lambda: self.play_turn(move)))
        return self.messages[read:]

    def tell_turn(self, printed: list[str]) -> None:
        """Tell the player of a turn of a simulation in sentences, after what mods printed in it."""
        reports = self._read_reports(self._games.lua.call(lua_functions.reports_of_turn))
        self._end_turn([*printed, *tell(self._name_attackers(reports))])

    def _name_attackers(self, reports: list[Report]) -> list[Report]:
        return reports

    def _printed(self, run: Callable[[], object]) -> list[str]:
        """Run what plays a turn, and return the lines that mods print meanwhile: the player reads them."""
        session, printed = self._games.session, list[str]()
        before, session.print = session.print, printed.append
        try:
            run()
        finally:
            session.print = before
        self.printed += printed
        return printed

    def _look_around(self) -> None:
        self._sight = self.game.map, self.visible

    def _read_reports(self, rows: Table) -> list[Report]:
        """Read rows about a turn (see `lua_functions.reports_of_turn`), and look around for the next one."""
        before = self._sight
        self._look_around()
        return read_reports(rows, [sight for seen, sight in (before, self._sight) if seen is self.game.map])

    def _end_turn(self, texts: list[str]) -> None:
        """Note what happened in a turn: `texts`, and events of the game."""
        self._actions = None
        # What the player is asked to do comes before what it is given for it.
        events = sorted(self.game.events[self._read :], key=lambda event: event["type"] != "hints")
        self._read = len(self.game.events)
        hooks = self._games.session.hooks
        self._tell([*(text for event in events for hook in hooks for text in hook.describe(self.game, event)), *texts])

    def _tell(self, texts: list[str]) -> None:
        """Add messages; one that follows itself in a turn is left out."""
        self.messages += [text for before, text in zip([None, *texts], texts, strict=False) if text and text != before]


class PlayedMap(PlayedGame):
    """A game on the map that was generated for the running game; further players of the game do nothing."""

    def __init__(self, games: Games, *, strict: bool = False, critters: bool = False) -> None:
        """Let a player enter: the creature of a dialect that lets it enter, which may come back, or else an entity.

        The entity is of a class from a mod that is not bundled, or from the mod of the generator, if there is one.

        With `critters` enemies and items from the pools join on a map without entities. Raises RequestError.
        """
        session, game = games.session, games.session.current_game
        super().__init__(games, game)
        session.phase = PLAY
        unbundled = [mod.id for mod in games.loader.mods if not mod.is_bundled]
        own = (game.map.origin.generator or "").partition(".")[0] if game.map.origin else ""
        preferred = [*unbundled, own]
        entrances = [(hooks, start) for hooks in session.hooks if (start := hooks.entrance(game)) is not None]
        # The dialect that lets the player enter, and where.
        self._hooks: GameHooks | None
        self._hooks, start = entrances[0] if entrances else (None, _find_entrance(games, game.map))
        problem = games.lua.call(
            lua_functions.begin_simulation, start, strict, preferred, self._hooks is not None, critters
        )
        if problem:
            raise RequestError(_PROBLEMS[problem])
        self._is_alive = True
        # The number of messages before the last turn, and whether the player was on the map then.
        self._turn_begin, self._was_in = 0, False
        if self._hooks is not None:
            games.enter_players()
        else:
            warn_of_idle_creatures(games, in_world=False)
        self._end_turn([])
        self._look_around()

    def play_turn(self, move: str) -> tuple[bool, str, bool]:
        """Play a turn of a simulation; the line of the log has what the player read."""
        if self._hooks is not None and not self._hooks.can_act(self.game):
            move = "idle"
        time = self._hooks.turn_time(self.game) if self._hooks is not None else 0
        read = self._turn_begin = len(self.messages)
        self._was_in = self._hooks is not None and self.player is not None
        self._is_alive, line, _ = self._games.lua.call(lua_functions.play_turn, time, move)
        if self._hooks is not None:
            self._is_alive = self._hooks.goes_on(self.game)
        self.turns += 1
        self._end_turn([])
        texts = self.messages[read:]
        return self._is_alive, f"{line}; {' '.join(texts)}" if texts else line, False

    def tell_turn(self, printed: list[str]) -> None:
        hooks, begin = self._hooks, self._turn_begin
        if hooks is not None and hooks.outcome(self.game):
            told = self.messages[begin:]
            self.messages[begin:] = [text for text in told if not hooks.says_outcome(self.game, text)]
        super().tell_turn(printed)
        if self._was_in:
            self._tell([in_sentence(self.absence)])

    def _act(self, action: str) -> None:
        self.simulate("idle" if action == WAIT else action)

    def _name_attackers(self, reports: list[Report]) -> list[Report]:
        return reports if self._hooks is None else name_attackers(reports, self._hooks.take_blows(self.game))

    @property
    def player(self) -> PlayerView | None:
        if self._hooks is not None:
            return self._hooks.player(self.game)
        return read_player(self._games.lua.call(lua_functions.view_simulated_player))

    @property
    def status(self) -> str:
        left = None if self._hooks is None else self._hooks.turns_left(self.game)
        return super().status if left is None else f"{super().status} · {counted(left, 'turn')} left"

    @property
    def outcome(self) -> str | None:
        outcome = None if self._hooks is None else self._hooks.outcome(self.game)
        return outcome or (None if self._is_alive else "lost")


def play_by_itself(games: Games) -> None:
    """Let the player of the map of the running game play it, and note on the map how it did. Raises HostError."""
    played = PlayedMap(games)
    while played.outcome is None and played.turns < MOST_TURNS_ALONE:
        played.play_turn(SCRIPT)
    # Who is alive in the end has not won; but where nothing is asked, nobody can win.
    has_won = None if played.outcome is None and not played.goal else played.outcome == "won"
    played.game.map.played = has_won, played.turns


def _find_entrance(games: Games, game_map: GameMap) -> int:
    """Return the square of what leads up, or else of a player of another dialect, where one enters; -1 for none."""
    games.gather_objects(game_map)
    stairs = (other for other in game_map.objects if other.glyph == "<")
    found = next(chain(stairs, filter(is_player, game_map.objects)), None)
    return -1 if found is None else game_map.square(found.x, found.y)


def warn_of_idle_creatures(games: Games, *, in_world: bool) -> None:
    """Warn when the map has creatures of a dialect that do not act there."""
    for hooks in games.session.hooks:
        if warning := hooks.why_idle(games.session.current_game.map, in_world=in_world):
            games.session.warn(warning)
