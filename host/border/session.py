"""Sessions: the state of a host that API functions and services act on, and the phases in which mods run."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from host.errors import DanglingError, HostError, ModError, listing, shorten_message
from host.errors.spelling import did_you_mean
from host.model.game_map import GameMap
from host.model.registry import Registry
from host.model.rng import Rng
from host.model.segment import Segment
from host.model.tile import Tile
from host.model.tile_set import TileSet
from host.play.game import Game, GameHooks, Parts

# Phases as bits: a function declares the phases in which it may be called.
LOAD, OPTIONS, START, PLAY = 1, 2, 4, 8

# While there is a map and players; while there is a seed to draw from; at any time.
GAME = START | PLAY
DRAW = OPTIONS | START | PLAY
ALWAYS = LOAD | OPTIONS | START | PLAY

_TITLES = {
    LOAD: "while mods load",
    # The options of a generator.
    OPTIONS: "while the menu is read",
    START: "at the start of a game",
    PLAY: "during play",
}


def title(phases: int) -> str:
    """Name phases for a message: `at the start of a game or during play`."""
    return listing(text for phase, text in _TITLES.items() if phase & phases)


if TYPE_CHECKING:
    from host.generate.explain.explainer import Explainer
    from host.save.contents import Contents, WriteSave

MAX_WARNINGS = 1000


class Files(Protocol):
    """The files of mods, as API functions may read them."""

    def resolve(self, directory: str, name: str) -> str:
        """Return the full name (`/mod/path`) of a file that a script in `directory` names. Raises HostError."""

    def read(self, full_name: str) -> bytes:
        """Return the content of a file. Raises HostError."""

    def find(self, mod: str, path: str) -> None:
        """Raise HostError unless a mod has a file; the hint is the name of the nearest one."""

    @property
    def edit(self) -> Callable[[str, bytes], bytes]:
        """Takes `mod/path` and the text of a Lua file, and returns the text that runs."""


class Mods(Protocol):
    """The mods of a host, as services need them. The Lua half knows mods by number."""

    def mod_id(self, number: int) -> str:
        """Return the id of a loaded mod."""

    def known_ids(self) -> list[str]:
        """Return the ids of all mods that were found, loaded or not."""

    def versions(self) -> list[tuple[str, str, str]]:
        """Return (id, version, content hash) of each loaded mod."""

    def set_registered_version(self, number: int, version: str) -> None:
        """Set the version with which a mod registers itself by `mod.RegisterMod`."""


class ModWarning(NamedTuple):
    """A warning about a mod; `kind` is one of `WARNING_KINDS`, and `hint` says what to do."""

    message: str
    file: str | None = None
    line: int | None = None
    kind: str = "caution"
    hint: str | None = None

    @property
    def explanation(self) -> str:
        """The message and the hint, without the line."""
        return f"{self.message}; {self.hint}" if self.hint else self.message

    def __str__(self) -> str:
        place = "".join(f"{part}:" for part in (self.file, self.line) if part) + " " if self.file else ""
        return f"{place}{self.explanation}"


# In this order: a typo, a table whose keys have no stable order, a weak table, a glyph or colour that cannot be drawn,
# a number without a tile in a segment file, an entity that never acts, a required mod that is no dependency, an option
# that a generator does not declare, a handler that failed, anything else.
WARNING_KINDS = (
    "near-miss",
    "unstable-order",
    "weak-table",
    "looks",
    "tile-number",
    "never-acts",
    "undeclared",
    "option",
    "handler",
    "caution",
)


class Reference(NamedTuple):
    """A source location where a mod names a prototype by its id."""

    subject: str
    id: str
    file: str | None
    line: int
    # The types that are allowed; none for any.
    types: tuple[str, ...] = ()


@dataclass
class Session:
    """The state of one host."""

    files: Files
    print: Callable[[str], None]
    registry: Registry = field(default_factory=Registry)
    tiles: TileSet = field(default_factory=TileSet)
    phase: int = LOAD
    game: Game | None = None
    # Streams for draws before there is a game; their seed is always the same.
    load_rng: Rng = field(default_factory=lambda: Rng(0))
    # Writes a save: header, chunks that changed, keys of chunks that were dropped. None if the game is not saved.
    write_save: WriteSave | None = None
    # The save from which the game continues.
    saved: Contents | None = None
    # Warnings in order, each once.
    warnings: dict[ModWarning, None] = field(default_factory=dict)
    # Warnings that only `check` reports, in order, each once: uses of deprecated names, and mods that are not declared.
    notes: dict[ModWarning, None] = field(default_factory=dict)
    # Name that mods read where it is not -> the warning with the nearest name.
    misreads: dict[str, ModWarning] = field(default_factory=dict)
    # Id of a mod -> the warning of the last such name that the mod read, until an error is explained by it.
    _last_misreads: dict[str, ModWarning] = field(default_factory=dict)
    # References made while mods load: the prototypes may be registered later.
    _references: list[Reference] = field(default_factory=list)
    # Cache of tables that Lua passes by number (layouts, stacks, lists of segments, weights …), and of what is made of
    # several tables, by a tuple of numbers.
    table_cache: dict[Any, Any] = field(default_factory=dict)
    _last_cached: int = 0
    # State that dialects add.
    parts: Parts = field(default_factory=Parts)
    # Builds the segments of mods again, because fields of their tiles were assigned; None while nothing has changed.
    rebuild_segments: Callable[[], None] | None = None
    # Kind of handle -> what names such a handle, or returns None for the id of its prototype. Dialects add theirs.
    handle_names: dict[str, Callable[[Session, int], str | None]] = field(default_factory=dict)
    # Explains why the generation fails; None when no explanation was requested.
    explainer: Explainer | None = None
    # What dialects do at the turning points of a game. Dialects add theirs.
    hooks: list[GameHooks] = field(default_factory=list)

    def begin(self, game: Game) -> None:
        """Replace the game by a new one, in the phase in which its options are read."""
        self.game = game
        self.phase = OPTIONS

    @property
    def map(self) -> GameMap:
        """The map of the running game."""
        game = self.game
        return self.current_game.map if game is None else game.map

    @property
    def current_game(self) -> Game:
        """The running game. Raises HostError when there is none."""
        if self.game is None:
            raise HostError("the game hasn't started")
        return self.game

    def warn(
        self,
        message: str,
        file: str | None = None,
        line: int | None = None,
        kind: str = "caution",
        hint: str | None = None,
    ) -> None:
        """Record a warning."""
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings[ModWarning(shorten_message(message), file, line, kind, hint)] = None

    def warnings_about(self, mods: Collection[str]) -> list[ModWarning]:
        """Return the warnings about files of these mods."""
        return [warning for warning in self.warnings if warning.file and warning.file.partition("/")[0] in mods]

    def note(self, message: str, file: str | None, line: int | None, kind: str, hint: str | None = None) -> None:
        """Record a warning that only `check` reports."""
        if len(self.notes) < MAX_WARNINGS:
            self.notes[ModWarning(shorten_message(message), file, line, kind, hint)] = None

    def note_misread(self, name: str, warning: ModWarning) -> None:
        """Record a warning of a name that a mod read where it is not, for errors that follow from it."""
        self.warn(*warning)
        if name in self.misreads or len(self.misreads) < MAX_WARNINGS:
            self.misreads[name] = warning
        if warning.file:
            self._last_misreads[warning.file.partition("/")[0]] = warning

    def explain_nil(self, error: HostError, mod: str) -> None:
        """Put in front of an error why a value of a mod is nil: the name that the mod read last where it is not.

        The name explains one error: a later one has another cause, unless its statement shows the name.
        """
        warning = self._last_misreads.pop(mod, None)
        if warning is not None:
            error.put_cause(warning.message, warning.hint)

    # -- references

    def refer(self, reference: Reference) -> None:
        """Check that a prototype is registered; while mods load, `dangling` does it later."""
        if self.phase is LOAD:
            self._references.append(reference)
        elif not self._exists(reference):
            # The caller is on the stack.
            raise self._dangling_error(reference._replace(file=None, line=0))

    def dangling(self) -> list[HostError]:
        """Return an error for each reference to a prototype that does not exist, and forget all references."""
        references, self._references = self._references, []
        return [self._dangling_error(reference) for reference in references if not self._exists(reference)]

    def _exists(self, reference: Reference) -> bool:
        return self.registry.find_any(reference.id, reference.types) is not None

    def _dangling_error(self, reference: Reference) -> DanglingError:
        wrong = self.registry.find_any(reference.id)
        mod, dot, _ = reference.id.partition(".")
        ids = self.registry.ids()
        hint = None if wrong is not None else did_you_mean(reference.id, ids)
        if wrong is not None:
            fault = f"that is of type {wrong.type}, and must be of type {listing(reference.types)}"
        elif dot and not any(self.registry.registered_by(mod)):
            fault = f"no mod {mod} is loaded that registered anything: name it under [dependencies]"
        else:
            fault = "nothing of that id is registered"
            # Most forget the mod in front.
            hint = next((f'did you mean "{known}"?' for known in ids if not dot and known.endswith(f".{mod}")), hint)
        return DanglingError(
            f'{reference.subject} is "{reference.id}": {fault}',
            mod=reference.file.partition("/")[0] if reference.file else None,
            file=reference.file,
            line=reference.line or None,
            hint=hint,
        )

    # -- tiles by prototype

    def tile_index(self, prototype_index: int) -> int:
        """Return the index of the tile of a tile prototype."""
        index: int = self.registry.get("tile", prototype_index).fields
        return index

    def tile(self, prototype_index: int) -> Tile:
        """Return the tile of a prototype."""
        return self.tiles.tiles[self.tile_index(prototype_index)]

    def segment(self, index: int) -> Segment:
        """Return the segment of a prototype, as its tiles are now."""
        self.refresh_segments()
        segment: Segment = self.registry.get("segment", index).fields
        return segment

    def refresh_segments(self) -> None:
        """Build segments again whose tiles have changed."""
        rebuild, self.rebuild_segments = self.rebuild_segments, None
        if rebuild is not None:
            rebuild()

    def cache_table(self, table: Any) -> int:
        """Cache what was read of a table; return the number by which Lua passes it."""
        self._last_cached += 1
        self.table_cache[self._last_cached] = table
        return self._last_cached

    def cached_table(self, number: int) -> Any:
        """Return what is cached under a number. Raises ModError if it was dropped meanwhile."""
        if number not in self.table_cache:
            raise ModError("the tables of a call cannot make calls of this kind while the host reads them")
        return self.table_cache[number]
