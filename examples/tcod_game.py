"""The undercroft in a window of python-tcod, played through the library.

    python -m pip install "dungeon-host[examples]"
    python examples/tcod_game.py --save my.rec
    python examples/tcod_game.py --seed 1 --keys "kkkk>o"     # without a window: prints the last screen

A save is a recording: `dungeon-host play --replay my.rec` steps through it.
"""

from __future__ import annotations

import argparse
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import tcod.console
import tcod.context
import tcod.event
import tcod.tileset

from host import Host, HostError, Recording, Request
from host.model.game_map import model_of
from host.render.font import letter

MODS = ["undercroft"]
WIDTH, HEIGHT, LINES = 80, 50, 5
# The keys of `dungeon-host travel`, and the ids of actions.
KEYS = {
    "h": "west", "j": "south", "k": "north", "l": "east",
    "y": "northwest", "u": "northeast", "b": "southwest", "n": "southeast",
    ">": "down", "<": "up", ".": "wait", "t": "script", "g": "get", "r": "rest", "d": "day",
}  # fmt: skip
COMMANDS = {"o": "explore", "\t": "fight"}
OTHER_KEYS = "iSLq"  # inventory, save, load, end
ARROWS = {"LEFT": "h", "DOWN": "j", "UP": "k", "RIGHT": "l"}
WHITE, GREY, RED, YELLOW = (230, 230, 230), (100, 100, 110), (240, 90, 80), (240, 210, 90)


class Game:
    """A game, what its player remembers of each map, and the console that shows it."""

    def __init__(self, seed: int, save: Path | None) -> None:
        """Begin the game of a seed, or go on with that in the file, whose turns are played again."""
        self.save_file, self.seed = save, seed
        self.load()

    def load(self) -> None:
        saved = Recording.load(self.save_file) if self.save_file and self.save_file.exists() else None
        if saved is not None and saved.request.generator not in MODS:
            raise HostError(f'"{self.save_file}" is a game of {saved.request.generator}: must be one of {MODS[0]}')
        request = saved.request if saved is not None else Request(MODS[0], seed=self.seed, players=1)
        self.play = Host(mods=MODS).play(request, records=True)
        # The same request and the same actions give the same game, unless the mods have changed.
        if saved is not None and saved.mods != self.play.recording.mods:
            raise HostError(f'"{self.save_file}" was saved with other versions of the mods: begin another game')
        self.said: list[str] = []
        self.remembered: dict[int, np.ndarray] = {}  # map -> the character that was last seen on each square
        self.look()
        for action in saved.actions if saved is not None else ():
            self.do(action)

    def save(self) -> None:
        if self.save_file is None:
            raise HostError("there is no file to save to: --save FILE names one")
        self.play.recording.save(self.save_file)

    # -- a turn

    def do(self, action: str) -> None:
        """Play a turn, if the action can be done here."""
        if self.play.outcome is not None:
            self.said.append(f"The game is over: it is {self.play.outcome}.")
        elif action not in {offered.id for offered in self.play.actions()}:
            what = f"There are no stairs {action}" if action in ("up", "down") else f"You cannot {action}"
            self.said.append(f"{what} here.")
        else:
            read = len(self.play.messages)
            self.play.do(action)
            self.said += self.play.messages[read:]
            self.look()

    def look(self) -> None:
        """Remember what the player sees, and has seen in the turns of a command, but not who stood there."""
        game_map = self.play.map
        glyphs = game_map.glyphs()
        remembered = self.remembered.setdefault(id(model_of(game_map)), np.full(glyphs.shape, " "))
        new = self.play.visible | (self.play.seen & (remembered == " "))
        for creature in game_map.creatures:
            new[creature.y, creature.x] = False
        remembered[new] = glyphs[new]

    def press(self, key: str) -> bool:
        """Do what a key means; return whether the game goes on."""
        if key in KEYS:
            self.do(KEYS[key])
        elif key in COMMANDS and self.play.outcome is None:
            read = len(self.play.messages)
            said = self.play.command(COMMANDS[key])
            self.said += [*self.play.messages[read:], *said]
            self.look()
        elif key == "i":
            things = ", ".join(thing.title for thing in self.play.player.inventory) if self.play.player else ""
            self.said.append(f"You carry {things or 'nothing'}.")
        elif key == "S":
            self.save()
            self.said.append("Saved.")
        elif key == "L":
            self.load()
        return key != "q"

    # -- the screen

    def draw(self) -> tcod.console.Console:
        console = tcod.console.Console(WIDTH, HEIGHT, order="C")
        game_map, visible, player = self.play.map, self.play.visible, self.play.player
        signs = np.where(visible, game_map.glyphs(), self.remembered[id(model_of(game_map))])
        rows = HEIGHT - LINES - 1
        x, y = (player.x, player.y) if player is not None else (game_map.width // 2, game_map.height // 2)
        left = max(0, min(x - WIDTH // 2, game_map.width - WIDTH))
        top = max(0, min(y - rows // 2, game_map.height - rows))
        colours = {(item.x, item.y): YELLOW for item in game_map.items}
        colours |= {(creature.x, creature.y): RED for creature in game_map.creatures}
        for row in range(top, min(top + rows, game_map.height)):
            for column in range(left, min(left + WIDTH, game_map.width)):
                is_visible = bool(visible[row, column])
                colour = colours.get((column, row), WHITE) if is_visible else GREY
                console.print(column - left, row - top, str(signs[row, column]), fg=colour)
        if player is not None:
            console.print(x - left, y - top, "@", fg=WHITE)
        health = f"health {player.health:g}  " if player is not None and player.health is not None else ""
        console.print(0, rows, f"{health}turn {self.play.turns}  {self.play.goal}"[:WIDTH], fg=YELLOW)
        for number, line in enumerate(self.said[-LINES:]):
            console.print(0, rows + 1 + number, line[:WIDTH], fg=WHITE)
        return console


def make_tiles() -> tcod.tileset.Tileset:
    """Return the letters of the host's pictures, and the lines of its walls, which touch those beside them."""
    sides = {"UP": np.s_[:10, 5:7], "DOWN": np.s_[8:, 5:7], "LEFT": np.s_[8:10, :7], "RIGHT": np.s_[8:10, 5:]}
    tiles = tcod.tileset.Tileset(12, 18)
    for character in map(chr, [*range(33, 127), *range(0xA1, 0x100), *range(0x2500, 0x2580), *map(ord, "∩≈†♣♠")]):
        tile = np.zeros((18, 12), np.uint8)
        name = unicodedata.name(character).replace("HORIZONTAL", "LEFT RIGHT").replace("VERTICAL", "UP DOWN")
        ink = np.kron(letter(character), np.full((2, 2), 255))
        lines = [part for side, part in sides.items() if side in name and name.startswith("BOX DRAWINGS")]
        for part in lines or [np.s_[: len(ink), 1:11]]:
            tile[part] = 255 if lines else ink
        tiles[ord(character)] = tile
    return tiles


def keys_of_window(game: Game) -> Iterator[str]:
    """Show the game in a window, and yield the keys that are pressed there."""
    try:
        context = tcod.context.new(columns=WIDTH, rows=HEIGHT, tileset=make_tiles(), title="The undercroft")
    except RuntimeError as error:
        sys.exit(f"error: there is no window, and --keys plays without one: {error}")
    with context:
        if context.sdl_window is not None:
            context.sdl_window.start_text_input()  # otherwise SDL tells of keys, and not of letters
        while True:
            context.present(game.draw())
            for event in tcod.event.wait():
                if isinstance(event, tcod.event.Quit):
                    return
                if isinstance(event, tcod.event.KeyDown) and event.sym.name in (*ARROWS, "TAB"):
                    yield ARROWS.get(event.sym.name, "\t")
                elif isinstance(event, tcod.event.TextInput):
                    yield event.text


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="of the game, from 0 to 2⁶³ − 1")
    parser.add_argument("--keys", help="press these keys without a window, and print the last screen")
    parser.add_argument("--save", type=Path, help="the file where the game begins, and is saved at the end")
    options = parser.parse_args(arguments)
    for key in options.keys or "":
        if key not in {*KEYS, *COMMANDS, *OTHER_KEYS}:
            parser.error(f"--keys has {key!r}, which is not a key: must be of {''.join(KEYS)}oiSLq, or Tab")
    if options.save is not None and (options.save.suffix != ".rec" or not options.save.absolute().parent.is_dir()):
        parser.error(f"--save is {options.save}: must be a file that ends with .rec, in a folder that exists")
    try:
        game = Game(options.seed, options.save)
        for key in keys_of_window(game) if options.keys is None else options.keys:
            if not game.press(key):
                break
        if options.save is not None:
            game.save()
        if options.keys is not None:
            print(*filter(None, ("".join(map(chr, row)).rstrip() for row in game.draw().ch.tolist())), sep="\n")
    except HostError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
