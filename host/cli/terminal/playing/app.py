"""The screen of `play`: what its keys do, also the cursor with which the player looks around.

Options: `--player`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from textual import events

from host.cli.terminal.playing import pages
from host.cli.terminal.playing.arrivals import Arrived, Ended, Said
from host.cli.terminal.playing.display import Shown
from host.cli.terminal.playing.game_app import GameApp
from host.cli.terminal.playing.keys import COMMANDS, FAR, SCROLLS, SPEEDS, STEPS
from host.cli.terminal.playing.pages import Page
from host.cli.terminal.playing.saves import PlayMemory, SavedPlay, load_play, save_play
from host.cli.terminal.playing.session import ChildGame
from host.engine.jobs import Job
from host.engine.playing.scene import Scene
from host.engine.playing.steering import Steering
from host.engine.replays.recording import GameRecorder
from host.engine.simulation import differing_mods
from host.errors import HostError, counted, in_one_line, listing, visible
from host.model.request import MOST_SEED, Request
from host.play.action import SCRIPT
from host.play.action import STEPS as OFFSETS

# Keys that are typed ahead, and messages that are kept.
_MOST_KEYS, _MOST_MESSAGES = 100, 500
# Squares by which capital letters move the cursor.
_FAR = 8


class Setting(NamedTuple):
    """What the screen plays: `make_job` returns the job of a request that goes on after some actions."""

    make_job: Callable[[Request, Sequence[str]], Job]
    request: Request
    save_file: Path | None = None
    saved: SavedPlay | None = None
    shows_all: bool = False
    # Makes what records a game, if anything does.
    recorder: Callable[[Request], GameRecorder] | None = None
    # How the player plays by itself, one of AUTOPILOTS, while nobody presses a key; None when it waits for keys.
    player: str | None = None


class PlayApp(GameApp, inherit_bindings=False):
    """Shows a game and passes on what its player does."""

    def __init__(self, game: Setting) -> None:
        super().__init__()
        self.game = game
        self.request = game.saved.request if game.saved else game.request
        self.session: ChildGame | None = None
        self.recorder: GameRecorder | None = None
        # What records the last game that was won, or else the last that was lost, and its outcome.
        self._ended: tuple[GameRecorder, str] | None = None
        self._number = 0
        # Whether the player plays by itself, and how fast: a number of SPEEDS.
        self.runs = game.player is not None
        self._speed = 2
        # Keys that were typed before the game was ready for them.
        self._typed: deque[str] = deque()
        self._begin(game.saved)

    # -- the game

    def _begin(self, saved: SavedPlay | None) -> None:
        """Forget the game before; the child of this one starts with the screen."""
        self.scene: Scene | None = None
        self.is_waiting = False
        self.steering = Steering(self.say)
        self.page, self._top = None, 0
        self.cursor: tuple[int, int] | None = None
        self._asks_to_end = False
        self._hover = ""
        # The texts so far, and from which on they are new.
        self.messages: list[str] = []
        self._new = 0
        self.actions = list(saved.actions) if saved else []
        self._saved_mods = saved.mods if saved else []
        self._memory = saved.memory if saved else PlayMemory()
        self.steering.noticed.update(self._memory.noticed)
        self.picture.forget()
        self._typed.clear()

    def _start(self) -> None:
        if self.session is not None:
            self.session.stop()
        self._number += 1
        number, recorder = self._number, self.game.recorder and self.game.recorder(self.request)
        self.recorder = recorder
        self.session = ChildGame(
            self.game.make_job(self.request, () if recorder else self.actions),
            show=lambda scene: self.post_message(Arrived(number, scene)),
            say=lambda text: self.post_message(Said(text)),
            end=lambda error: self.post_message(Ended(number, error)),
            shows_all=self.game.shows_all,
            recorder=recorder,
            done=self.actions if recorder else (),
        )

    @property
    def recorded(self) -> GameRecorder | None:
        """What recorded the game to keep: the last that was won, or else lost, or else the one that goes on."""
        return self.recorder if self._ended is None else self._ended[0]

    def _restart(self, request: Request, saved: SavedPlay | None = None) -> None:
        self.request = request
        self._begin(saved)
        self._start()
        self.draw()

    def on_mount(self) -> None:
        """Begin the game."""
        self._start()

    def on_unmount(self) -> None:
        """End the game."""
        if self.session is not None:
            self.session.stop()

    def on_arrived(self, message: Arrived) -> None:
        """Show a scene, and go on with what the player does."""
        if message.session != self._number:
            return
        scene = message.scene
        if self._saved_mods and (changed := differing_mods(self._saved_mods, scene.mods)):
            self.say(f"The save was made with other versions of {listing(changed, 'and')}: the game may differ.")
        self._saved_mods = scene.mods
        self._new = len(self.messages)
        self.scene, self.is_waiting = scene, True
        self._memory.note(scene.place, scene.memory)
        # Of a save whose mods have changed, some actions may not be done.
        del self.actions[scene.turn :]
        for text in scene.messages:
            self.say(text)
        if scene.outcome is not None:
            if self.recorder is not None and (self._ended is None or self._ended[1] != "won" or scene.outcome == "won"):
                self._ended = self.recorder, scene.outcome
            self.page, self._top = pages.show_end(scene, self.request.seed, self.messages), 0
        self._act(self.steering.go_on(scene))
        while self.is_waiting and self._typed:
            self._press(self._typed.popleft())
        self.draw()
        self._run()

    def _run(self) -> None:
        """Let the player act by itself soon, if it does."""
        number, turn = self._number, len(self.actions)

        def go_on() -> None:
            if self.runs and (number, turn) == (self._number, len(self.actions)) and self.scene is not None:
                offer = self.scene.offer(SCRIPT)
                self.runs = offer is not None and offer.reason is None
                self._new = len(self.messages)
                self._act(self.game.player if self.runs else self.steering.command(SCRIPT, self.scene))
                self.draw()

        if self.runs and self.scene is not None and self.scene.outcome is None:
            self.set_timer(1 / SPEEDS[self._speed], go_on)

    def _act(self, action: str | None) -> None:
        if action is not None and self.session is not None and self.is_waiting:
            self.is_waiting = False
            self.actions.append(action)
            self.session.act(action)

    def on_said(self, message: Said) -> None:
        """Show a line of a mod."""
        for line in message.text.split("\n"):
            self.say(in_one_line(line))
        self.draw()

    def on_ended(self, message: Ended) -> None:
        """End with the error of the game."""
        if message.session == self._number:
            self.exit(message.error)

    def say(self, text: str) -> None:
        """Add a message."""
        self.messages.append(visible(text))
        surplus = len(self.messages) - _MOST_MESSAGES
        if surplus > 0:
            del self.messages[:surplus]
            self._new = max(0, self._new - surplus)

    # -- keys

    def press(self, key: str) -> None:
        """Do what a key means, as soon as the game is ready for it."""
        if key == "ctrl+c" or (self._asks_to_end and key in ("y", "q")):
            self.exit(None)
            return
        if self.steering.is_walking:
            self.steering.stop()
            if key == "escape":
                return
        if self.is_waiting or key == "q":
            self._press(key)
            # After an action the next scene is drawn.
            if self.is_waiting or key == "q":
                self.draw()
        elif len(self._typed) < _MOST_KEYS:
            self._typed.append(key)

    def _press(self, key: str) -> None:
        scene = self.scene
        if self._asks_to_end:
            self._asks_to_end = False
        elif self.page is not None:
            self._press_on_page(key, self.page)
        elif key == "q":
            self._asks_to_end = True
        elif scene is None:
            return
        elif self.cursor is not None:
            self._move_cursor(key, scene, self.cursor)
        else:
            self._new = len(self.messages)
            self._hover = ""
            self._command(key, scene)

    def _command(self, key: str, scene: Scene) -> None:
        if key == "space" and self.game.player is not None:
            self.runs = not self.runs
            self._run()
            return
        if key in ("+", "-") and self.runs:
            self._speed = max(0, min(len(SPEEDS) - 1, self._speed + (1 if key == "+" else -1)))
            return
        # Whoever presses a key plays.
        self.runs = False
        if key in COMMANDS:
            self._act(self.steering.command(COMMANDS[key], scene))
        elif key == "x":
            self.cursor = scene.player or (scene.map.width // 2, scene.map.height // 2)
        elif key in ("S", "L"):
            self._save(scene) if key == "S" else self._load()
        elif key in ("i", "enter", "m", "?"):
            self._open(key, scene)
        elif key != "escape":
            self.say(f'"{key}" is not a key here: press ? for the keys.')

    def _open(self, key: str, scene: Scene) -> None:
        self._top = 0
        width = self.picture.page_size.width
        if key == "i":
            self.page = pages.show_inventory(scene)
        elif key == "enter":
            self.page = pages.show_actions(scene)
        elif key == "m":
            self._show_messages(self.messages)
        else:
            self.page = pages.show_help(self.picture.legend(scene, width), width)

    def _press_on_page(self, key: str, page: Page) -> None:
        scene = self.scene
        if key in page.choices:
            self.page = None
            self._new = len(self.messages)
            self._act(page.choices[key].id)
        elif key in SCROLLS:
            self._scroll(SCROLLS[key])
        elif scene is None or scene.outcome is None:
            self.page = None if key in ("escape", "q", "i", "?", "enter") else page
        elif key == "q":
            self.exit(None)
        elif key == "a":
            self._restart(self.request)
        elif key == "n":
            self._restart(self.request.with_seed((self.request.seed + 1) % (MOST_SEED + 1)))
        elif key in ("m", "escape"):
            self._top = 0
            self.page = pages.show_end(scene, self.request.seed, self.messages, all_of_them=key == "m")

    def _move_cursor(self, key: str, scene: Scene, cursor: tuple[int, int]) -> None:
        if (near := FAR.get(key, key)) in STEPS:
            dx, dy = OFFSETS[STEPS[near]]
            far = 1 if near == key else _FAR
            x, y = cursor[0] + far * dx, cursor[1] + far * dy
            self.cursor = max(0, min(scene.map.width - 1, x)), max(0, min(scene.map.height - 1, y))
        elif key == "tab":
            self.cursor = scene.next_sight(cursor)
        elif key == "enter":
            self.cursor = None
            self._act(self.steering.walk(*cursor, scene))
        elif key in ("escape", "x", "q"):
            self.cursor = None

    # -- saves

    def _save(self, scene: Scene) -> None:
        path = self.game.save_file
        if path is None:
            self.say("This game has no file: start it with --save FILE.")
            return
        try:
            self._memory.noticed = self.steering.noticed
            save_play(path, self.request, scene.mods, self.actions, self._memory)
        except HostError as error:
            self.say(str(error))
        else:
            self.say("Saved.")

    def _load(self) -> None:
        try:
            saved = load_play(self.game.save_file) if self.game.save_file is not None else None
        except HostError as error:
            self.say(str(error))
            return
        self.say("There is no save to load.") if saved is None else self._restart(saved.request, saved)

    # -- the mouse

    def on_click(self, event: events.Click) -> None:
        """Walk to a square that is clicked."""
        square = self.picture.square_at(int(event.screen_x), int(event.screen_y))
        if square is None or self.scene is None or self.page is not None:
            return
        # Whoever clicks plays.
        self.runs = False
        if self.is_waiting:
            self.cursor = None
            self._new = len(self.messages)
            self._act(self.steering.walk(*square, self.scene))
            self.draw()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say what is below the mouse."""
        square = self.picture.square_at(int(event.screen_x), int(event.screen_y))
        text = self.scene.describe(*square) if square is not None and self.scene is not None else ""
        if text != self._hover and self.page is None:
            self._hover = text
            self.draw()

    def on_mouse_scroll_down(self, _: events.MouseScrollDown) -> None:
        """Scroll a page."""
        self._scroll(1)
        self.draw()

    def on_mouse_scroll_up(self, _: events.MouseScrollUp) -> None:
        """Scroll a page back."""
        self._scroll(-1)
        self.draw()

    # -- what is drawn

    def _hint(self) -> str:
        """Return what to read in place of the keys, while the player plays by itself."""
        is_covered = self.page is not None or self.cursor is not None or self._asks_to_end
        if self.game.player is None or is_covered or self._hover:
            return ""
        rate = counted(SPEEDS[self._speed], "turn")
        runs = f">> {rate} a second   space: stop   + -: faster, slower" if self.runs else "space: let the player go on"
        return f"{runs}   ?: keys   q: end"

    def draw(self) -> None:
        """Show the game."""
        self.picture.draw(
            Shown(
                self.scene, self.messages, self._new, self.page, self._top, self.cursor, self._hover,
                asks_to_end=self._asks_to_end, hint=self._hint(),
            )
        )  # fmt: skip
