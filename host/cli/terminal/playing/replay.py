"""The screen of `play --replay`: a recording, forwards and back."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from textual.message import Message

from host.cli.terminal.playing.display import Shown
from host.cli.terminal.playing.game_app import GameApp
from host.cli.terminal.playing.keys import SCROLLS, SPEEDS
from host.cli.terminal.playing.pages import show_help
from host.engine.playing.scene import Scene, SceneReader
from host.engine.replays.findings import Findings
from host.engine.replays.recording import RecordedGame
from host.errors import HostError, in_one_line

# Seconds between two pictures of a recording that runs.
_PICTURE = 0.05
# Turns whose messages are shown, and digits of a number of a turn.
_READ, _DIGITS = 8, 6
# Key -> by how many turns it goes on.
_STEPS = {"[": -1, "]": 1, "left": -1, "right": 1, "{": -20, "}": 20, "pageup": -20, "pagedown": 20}
_MEANINGS = (
    ("[ ]", "a turn back, and on; the arrow keys, too"),
    ("{ }", "20 turns back, and on; page up and down, too"),
    ("Home End", "the start, the last turn"),
    ("digits, Enter", "the turn of that number"),
    ("space", "run, and stop"),
    ("r", "run the other way"),
    ("+ -", "faster, slower"),
    ("d", "where the game first differs with the mods of today: as recorded; again: as it is now"),
    ("m", "the messages up to this turn"),
    ("?", "these keys, and what the signs on the map mean"),
    ("q", "end"),
)


class PlayedAgain(Message):
    """A recording was played again."""

    def __init__(self, findings: Findings) -> None:
        super().__init__()
        self.findings = findings


class ReplayApp(GameApp, inherit_bindings=False):
    """Shows the turns of a recording. Its mods are not needed: what they did is in the recording."""

    def __init__(
        self,
        recording: RecordedGame,
        *,
        shows_all: bool,
        check: Callable[[Callable[[float], None]], Findings] | None = None,
    ) -> None:
        """`check` plays the recording again; it is called in a thread, with what to call now and then."""
        super().__init__()
        self.recording = recording
        self._name_of_game = str(recording.request.generator)
        self.turn = 0
        self.findings = Findings([])
        # Whether the turn is shown as it is with the mods of today.
        self.shows_now = False
        self._shows_all = shows_all
        self._check = check
        self._is_stopped = False
        self._typed = ""
        # Turns in a second, negative for back; 0 while the recording stands still. Turns that are due.
        self._speed = 3
        self._way, self._due, self._runs = 1, 0.0, False

    def on_mount(self) -> None:
        """Begin to play the recording again, while it is shown."""
        self.set_interval(_PICTURE, self._go_on)
        if self._check is not None:
            Thread(target=self._find, args=(self._check,), daemon=True).start()

    def on_unmount(self) -> None:
        """End the game of today."""
        self._is_stopped = True

    def _find(self, check: Callable[[Callable[[float], None]], Findings]) -> None:
        def tick(_: float) -> None:
            if self._is_stopped:
                raise HostError("nobody waits for the game")

        try:
            findings = check(tick)
        except HostError as error:
            findings = Findings([f"The recording cannot be played again: {error}"])
        if not self._is_stopped:
            self.post_message(PlayedAgain(findings))

    def on_played_again(self, message: PlayedAgain) -> None:
        """Say what came of playing the recording again."""
        self.findings = message.findings
        self.draw()

    # -- turns

    def go_to(self, turn: int) -> None:
        """Choose the turn to draw, or the nearest one that there is."""
        self.turn = max(0, min(self.recording.turns, turn))
        self.shows_now = False

    def _go_on(self) -> None:
        """Show the next turns of a recording that runs."""
        if not self._runs:
            return
        self._due += SPEEDS[self._speed] * _PICTURE
        steps, self._due = int(self._due), self._due % 1
        if steps:
            self.go_to(self.turn + self._way * steps)
            self._runs = self.turn != (0 if self._way < 0 else self.recording.turns)
            self.draw()

    def press(self, key: str) -> None:
        """Do what a key means."""
        if key in ("ctrl+c", "q") and not (key == "q" and self.page is not None):
            self.exit(None)
        elif self.page is not None:
            self._press_on_page(key)
        elif key.isdecimal() and key.isascii():
            self._typed = (self._typed + key)[-_DIGITS:]
        elif key == "enter" and self._typed:
            turn, self._typed = int(self._typed), ""
            self.go_to(turn)
        else:
            self._typed = ""
            self._press(key)
        self.draw()

    def _press(self, key: str) -> None:
        if key in _STEPS:
            self._runs = False
            self.go_to(self.turn + _STEPS[key])
        elif key in ("home", "end"):
            self._runs = False
            self.go_to(0 if key == "home" else self.recording.turns)
        elif key in ("space", "r"):
            self._runs = not self._runs or key == "r"
            self._way = -self._way if key == "r" else self._way
        elif key in ("+", "-"):
            self._speed = max(0, min(len(SPEEDS) - 1, self._speed + (1 if key == "+" else -1)))
        elif key == "d" and self.findings.difference is not None:
            self._runs = False
            difference = self.findings.difference
            shows_now = self.turn == difference.turn and not self.shows_now and difference.now is not None
            self.go_to(difference.turn)
            self.shows_now = shows_now
        elif key == "m":
            texts = [text for turn in range(self.turn + 1) for text in self.recording.frames.messages(turn)]
            self._show_messages([*map(in_one_line, texts)])
        elif key == "?":
            width = self.picture.page_size.width
            self.page, self._top = show_help(self.picture.legend(self._scene(), width), width, _MEANINGS), 0

    def _press_on_page(self, key: str) -> None:
        if key in SCROLLS:
            self._scroll(SCROLLS[key])
        elif key in ("escape", "q", "m", "?", "enter"):
            self.page = None

    # -- what is drawn

    def _scene(self) -> Scene:
        difference = self.findings.difference
        view = self.recording.frames.view(self.turn)
        if self.shows_now and difference is not None and difference.now is not None:
            view = difference.now
        return SceneReader(shows_all=self._shows_all).read({**view, "name": self._name_of_game})

    def draw(self) -> None:
        """Show the turn; end with the error of a recording that is damaged there."""
        try:
            self._draw()
        except HostError as error:
            self.exit(error)

    def _draw(self) -> None:
        self.picture.forget_seen()
        read = [self.recording.frames.messages(turn) for turn in range(max(0, self.turn - _READ), self.turn)]
        scene, difference = self._scene(), self.findings.difference
        before = [in_one_line(text) for texts in read for text in texts]
        now = [*scene.messages, *self.findings.lines]
        is_there = difference is not None and difference.turn == self.turn
        self.picture.draw(
            Shown(
                scene,
                [*before, *now],
                len(before),
                self.page,
                self._top,
                difference.square if is_there and difference is not None else None,
                "",
                asks_to_end=False,
                hint="" if self.page is not None else self._hint(is_there=is_there),
            )
        )

    def _hint(self, *, is_there: bool) -> str:
        side = ("as it is now" if self.shows_now else "as recorded") if is_there else ""
        runs = f"{'<<' if self._way < 0 else '>>'} {SPEEDS[self._speed]} turns a second" if self._runs else ""
        typed = f"go to {self._typed}" if self._typed else ""
        keys = "[ ]: back, on  space: run  ?: keys  q: end"
        state = f"turn {self.turn} of {self.recording.turns}"
        where = "d: the difference" if self.findings.difference else ""
        return "   ".join(filter(None, (state, side, runs, typed, where, keys)))
