"""Services for the running game: its random streams, its clock, its seed; and for saving and loading it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host.border.service import service
from host.border.session import Mods, Session
from host.errors import SaveError
from host.model.objects import UidSource
from host.model.registry import OWNER
from host.model.rng import Rng

if TYPE_CHECKING:
    from host.save.contents import ChunkKey, Contents

_WORDS_IN_BLOCK = 256


class GameServices:
    """The running game, as all dialects use it."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _rng(self) -> Rng:
        game = self._session.game
        return self._session.load_rng if game is None else game.rng

    @service
    def random_words(self, mod: str, purpose: str) -> bytes:
        """Draw the next block of 64-bit words of a stream, little-endian. Before a game the seed is 0."""
        stream = self._rng().stream(mod, purpose)
        return stream.words(_WORDS_IN_BLOCK).astype("<u8").tobytes()

    @service
    def random_restart(self, mod: str, purpose: str) -> None:
        """Restart a stream."""
        self._rng().reset_stream(mod, purpose)

    @service
    def set_clock(self, milliseconds: int) -> None:
        """Set the copy of the clock in Python."""
        self._session.current_game.clock = milliseconds

    @service
    def game_seed(self) -> int:
        """Return the seed of the running game."""
        return self._session.current_game.rng.seed

    @service
    def forget_cached_tables(self) -> None:
        """Drop the tables that Lua passed by number; Lua passes them again."""
        self._session.table_cache.clear()


class SaveServices:
    """Writes the game to a save, chunk by chunk, and reads it again."""

    def __init__(self, session: Session, mods: Mods) -> None:
        self._session = session
        self._mods = mods
        # Chunks of the save that is being written.
        self._changed: dict[ChunkKey, bytes] = {}
        # The save in memory, until it is read.
        self._in_memory: Contents | None = None
        # The save that is being read, set by `save_open`.
        self._contents: Contents
        # Number of a map -> the rows of its squares that name missing prototypes; the next save gets them unchanged.
        self._missing_rows: dict[int, dict[str, Any]] = {}
        # Missing mod -> version and digest; the chunks of these mods stay in the save.
        self._missing_mods: dict[str, tuple[str, str]] = {}

    # -- writing

    @service
    def save_attached(self) -> bool:
        """Return whether the game has a file to save to."""
        return self._session.write_save is not None

    @service
    def save_begin(self) -> None:
        """Begin a new save: forget the chunks of one that failed."""
        self._changed = {}

    @service
    def save_put(self, kind: str, key: str, graph: bytes, number: int) -> None:
        """Add a chunk: a graph, which is CBOR, and the squares of the map with a number; -1 for no map."""
        # These imports take longer than many games that are never saved.
        from host.save import cbor
        from host.save.contents import compress
        from host.save.maps import to_data

        squares = b""
        if number >= 0:
            game_map = self._session.current_game.maps[number]
            squares = cbor.encode(to_data(game_map, self._missing_rows.get(number)))
        self._changed[kind, key] = compress(graph + squares)

    @service
    def save_commit(self, dropped: str, left: list[str], seeds: list[str], in_memory: bool) -> None:
        """Write the chunks that were put, and remove those in `dropped`.

        `dropped` has `kind NUL key` of each chunk, separated by 0x01. `left` has mod and purpose of random streams, and
        the number of words that Lua fetched and has not used, `seeds` mod, source and purpose of streams that mods
        seeded (see `left` and `seeds` in lua/core/game/random.lua).
        """
        from host.save.contents import Contents, make_header

        changed, self._changed = self._changed, {}
        game = self._session.current_game
        positions = game.rng.positions()
        words = iter(left)
        for mod, purpose, unused in zip(words, words, words, strict=True):
            positions[mod, purpose] -= int(unused)
        header = make_header(
            game.rng.seed,
            len(game.players),
            clock=game.clock,
            uids=game.uids.next_uid,
            mods=[*self._mods.versions(), *((mod, *of_mod) for mod, of_mod in self._missing_mods.items())],
            streams=[[*name, position] for name, position in sorted(positions.items())],
        )
        if seeds:
            header["seeds"] = [seeds[at : at + 3] for at in range(0, len(seeds), 3)]
        for hooks in self._session.hooks:
            header |= hooks.to_header(game)
        contents = Contents(header, changed)
        if in_memory:
            self._in_memory = contents
        elif self._session.write_save is not None:
            removed: list[ChunkKey] = []
            for name in dropped.split("\1") if dropped else ():
                kind, _, key = name.partition("\0")
                removed.append((kind, key))
            self._session.write_save(header, changed, removed)
            # A player may load the game again in the same run.
            chunks = self._session.saved.chunks if self._session.saved else {}
            for chunk in removed:
                chunks.pop(chunk, None)
            chunks.update(changed)
            self._session.saved = contents._replace(chunks=chunks)

    # -- reading

    @service
    def save_needed(self) -> None:
        """Raise SaveError when there is no save to read."""
        self._saved(in_memory=False)

    def _saved(self, *, in_memory: bool) -> Contents:
        contents = self._in_memory if in_memory else self._session.saved
        if contents is None:
            raise SaveError("there is no save to read")
        return contents

    @service
    def save_open(self, in_memory: bool) -> tuple[str, int, str]:
        """Open the save and restore the random streams and the settings of the game.

        Returns `kind NUL key 0x01` for each chunk, the time of the game, and mod, source and purpose of the streams
        that mods seeded, separated by NUL.
        """
        contents = self._saved(in_memory=in_memory)
        self._contents, self._in_memory = contents, None
        header = contents.header
        if "clock" not in header:
            from host.save.contents import command_of

            raise SaveError(f"the save is of another command: continue it with {command_of(header)}")
        try:
            game = self._session.current_game
            milliseconds, game.uids = int(header["clock"]), UidSource(int(header["uids"]))
            self.save_streams()
            for hooks in self._session.hooks:
                hooks.from_header(game, header)
            loaded = {mod for mod, *_ in self._mods.versions()}
            self._missing_mods = {
                mod: (version, digest) for mod, version, digest in header["mods"] if mod not in loaded
            }
        except (KeyError, TypeError, ValueError) as error:
            raise SaveError(f"the header of the save cannot be read: {error}") from None
        self._missing_rows = {}
        chunks = "".join(f"{kind}\0{key}\1" for kind, key in sorted(contents.chunks))
        return chunks, milliseconds, "\0".join(word for row in header.get("seeds", ()) for word in row)

    @service
    def save_streams(self) -> None:
        """Set the random streams to their positions in the save."""
        streams = self._contents.header["streams"]
        self._session.current_game.rng.restore({(mod, purpose): int(at) for mod, purpose, at in streams})

    def _chunk(self, kind: str, key: str) -> bytes:
        from host.save.contents import decompress

        if (kind, key) not in self._contents.chunks:
            raise SaveError(f"the save has no chunk {kind} {key}".rstrip())
        try:
            return decompress(self._contents.chunks[kind, key])
        except SaveError as error:
            raise _unreadable(kind, key, error.message) from None

    @service
    def save_get(self, kind: str, key: str) -> bytes:
        """Return a chunk, which begins with the graph that was put."""
        return self._chunk(kind, key)

    @service
    def save_version(self, mod: str) -> str | None:
        """Return the version of a mod when the game was saved; None when that version is loaded."""
        loaded = {identity: version for identity, version, _ in self._mods.versions()}
        saved = {identity: version for identity, version, _ in self._contents.header["mods"]}
        version = saved.get(mod)
        return None if version == loaded.get(mod) else version

    @service
    def map_restore(self, kind: str, key: str) -> tuple[int, int, int]:
        """Make the map of a chunk, whose last value is the squares; return its number, width and height."""
        from host.generate.plans.paint import default_tiles
        from host.save import cbor
        from host.save.maps import from_data, tile_ids

        chunk = kind, key
        data = self._chunk(*chunk)
        try:
            squares = cbor.decode(data, 1 if kind == "map" else 0)
        except SaveError as error:
            raise _unreadable(*chunk, error.message) from None
        session = self._session
        game = session.current_game
        if not isinstance(squares, dict):
            raise _unreadable(*chunk, "it has no squares")
        if any(identity.startswith(f"{OWNER}.") for identity in tile_ids(squares)):
            # The host registers its own tiles when a game first needs them.
            default_tiles(session.registry, session.tiles)
        try:
            made, missing_rows = from_data(squares, session.tiles, session.registry, game.uids)
        except SaveError as error:
            raise _unreadable(*chunk, error.message) from None
        number = game.add_restored_map(made)
        if missing_rows:
            self._missing_rows[number] = missing_rows
        return number, made.width, made.height


def _unreadable(kind: str, key: str, reason: str) -> SaveError:
    return SaveError(f"the chunk {kind} {key}".rstrip() + f" of the save cannot be read: {reason}")
