"""Services for saves: how the Lua half writes the chunks of a game, and reads them."""

from __future__ import annotations

from typing import Any

from host.border.service import service
from host.border.session import Mods, Session
from host.errors import SaveError
from host.generate.paint import OWNER, own_tiles
from host.model.uids import UidSource
from host.play.quest import Hint, Quest
from host.save.contents import ChunkKey, Contents, compress, decompress
from host.save.maps import from_data, tile_ids, to_data
from host.save.quest import fill as fill_play
from host.save.quest import to_data as to_play
from host.version import VERSION


class SaveServices:
    """Writes the game to a save, chunk by chunk, and reads it again."""

    def __init__(self, session: Session, mods: Mods) -> None:
        self._session = session
        self._mods = mods
        # Chunks of the save that is being written.
        self._changed: dict[ChunkKey, bytes] = {}
        # The save in memory, until it is read.
        self._in_memory: Contents | None = None
        # The save that is being read.
        self._contents = Contents({}, {})
        # Number of a map -> contents of its chunk that name prototypes which are not registered.
        self._lost: dict[int, dict[str, Any]] = {}
        # Mods that the save names and that are not loaded: id -> version and content hash. Their chunks stay.
        self._missing_mods: dict[str, tuple[str, str]] = {}

    # -- writing

    @service
    def save_attached(self) -> bool:
        return self._session.write_save is not None

    @service
    def save_begin(self) -> None:
        self._changed = {}

    @service
    def save_put(self, kind: str, key: str, graphs: bytes) -> None:
        """Add a chunk of CBOR."""
        self._changed[kind, key] = compress(graphs)

    @service
    def save_squares(self, key: str, number: int) -> None:
        """Add the chunk of the squares of a map."""
        # This import takes longer than many games that are never saved.
        import cbor2

        squares = to_data(self._session.current_game.maps[number], self._lost.get(number))
        self._changed["squares", key] = compress(cbor2.dumps(squares))

    @service
    def save_commit(self, dropped: str, left: list[str], in_memory: bool) -> None:
        """Write the save: the chunks that were put and earlier chunks, except those that `dropped` names.

        Shape of `dropped`: `kind NUL key`, joined by 0x01. `left`: unused words of random streams, as `left` in
        lua/core/game/random.lua returns them.
        """
        changed, self._changed = self._changed, {}
        game = self._session.current_game
        positions = game.rng.positions()
        words = iter(left)
        for mod, purpose, unused in zip(words, words, words, strict=True):
            positions[mod, purpose] -= int(unused)
        header = {
            "host": VERSION,
            "seed": game.rng.seed,
            "players": len(game.players),
            "clock": game.clock,
            "uids": game.uids.next_uid,
            "mods": [*self._mods.versions(), *((mod, *version) for mod, version in self._missing_mods.items())],
            "streams": [[*name, position] for name, position in sorted(positions.items())],
            "play": to_play(game.part(Quest), self._session.registry, self._session.tiles),
            "hints": [[*hint] for hint in game.part(Quest).hints],
        }
        if in_memory:
            self._in_memory = Contents(header, changed)
        elif self._session.write_save is not None:
            gone: list[ChunkKey] = []
            for one in dropped.split("\1") if dropped else ():
                kind, _, key = one.partition("\0")
                gone.append((kind, key))
            self._session.write_save(header, changed, gone)
            # `load` may read what was saved.
            chunks = self._session.saved.chunks if self._session.saved else {}
            for chunk in gone:
                chunks.pop(chunk, None)
            chunks.update(changed)
            self._session.saved = Contents(header, chunks)

    # -- reading

    @service
    def save_needed(self) -> None:
        """Raise SaveError if there is no save to read."""
        self._saved(in_memory=False)

    def _saved(self, *, in_memory: bool) -> Contents:
        contents = self._in_memory if in_memory else self._session.saved
        if contents is None:
            raise SaveError("there is no save to read")
        return contents

    @service
    def save_open(self, in_memory: bool) -> str:
        """Begin to read the save; return `kind NUL key 0x01` for each chunk.

        The clock, uids, random streams and settings of the game continue from the save.
        """
        contents = self._saved(in_memory=in_memory)
        self._contents, self._in_memory = contents, None
        header = contents.header
        try:
            game = self._session.current_game
            game.clock, game.uids = int(header["clock"]), UidSource(int(header["uids"]))
            self.save_streams()
            description = game.part(Quest).description
            quest = game.renew(Quest)
            quest.description = description
            if "play" in header:
                fill_play(quest, header["play"], self._session.registry)
            quest.hints = [Hint(text, float(order), float(group)) for text, order, group in header.get("hints", ())]
            loaded = {mod for mod, *_ in self._mods.versions()}
            self._missing_mods = {
                mod: (version, digest) for mod, version, digest in header["mods"] if mod not in loaded
            }
        except (KeyError, TypeError, ValueError) as error:
            raise SaveError(f"the header of the save cannot be read: {error}") from None
        self._lost = {}
        return "".join(f"{kind}\0{key}\1" for kind, key in sorted(contents.chunks))

    @service
    def save_streams(self) -> None:
        """Continue random streams from their positions in the save."""
        streams = self._contents.header["streams"]
        self._session.current_game.rng.restore({(mod, purpose): int(at) for mod, purpose, at in streams})

    def _chunk(self, kind: str, key: str) -> bytes:
        if (kind, key) not in self._contents.chunks:
            raise SaveError(f"the save has no chunk {kind} {key}".rstrip())
        try:
            return decompress(self._contents.chunks[kind, key])
        except SaveError as error:
            raise _unreadable(kind, key, error.message) from None

    @service
    def save_get(self, kind: str, key: str) -> bytes:
        """Return the CBOR of a chunk."""
        return self._chunk(kind, key)

    @service
    def save_version(self, mod: str) -> str | None:
        """Return the version that a mod had when the game was saved, if it differs now."""
        now = {one: version for one, version, _ in self._mods.versions()}.get(mod)
        then = next((version for one, version, _ in self._contents.header["mods"] if one == mod), None)
        return None if then is None or then == now else then

    @service
    def map_restore(self, key: str) -> tuple[int, int, int]:
        """Make the map of a chunk of squares; return its number, width and height."""
        import cbor2

        chunk = "squares", key
        try:
            squares = cbor2.loads(self._chunk(*chunk))
        except (cbor2.CBORError, TypeError, ValueError, OverflowError, RecursionError, MemoryError) as error:
            raise _unreadable(*chunk, str(error)) from None
        session = self._session
        game = session.current_game
        if not isinstance(squares, dict):
            raise _unreadable(*chunk, "it is not the squares of a map")
        if any(identity.startswith(f"{OWNER}.") for identity in tile_ids(squares)):
            # The tiles of the host are registered when they are first needed, and the saved game needed them.
            own_tiles(session.registry, session.tiles)
        try:
            made, lost = from_data(squares, session.tiles, session.registry, game.uids)
        except SaveError as error:
            raise _unreadable(*chunk, error.message) from None
        for creature in made.creatures:
            # This creature is the knight of a player.
            if creature.player is not None and creature.player < len(game.players):
                game.players[creature.player].creature = creature
        number = game.keep_map(made)
        if lost:
            self._lost[number] = lost
        return number, made.width, made.height


def _unreadable(kind: str, key: str, reason: str) -> SaveError:
    return SaveError(f"the chunk {kind} {key}".rstrip() + f" of the save cannot be read: {reason}")
