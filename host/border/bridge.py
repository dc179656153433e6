"""What trusted Lua can ask of Python: the `py` table of one host."""

from __future__ import annotations

from collections.abc import Callable
from struct import pack, unpack
from typing import Any, Protocol

from host.border.function import ApiFunction, Call
from host.border.phase import START
from host.border.schema import unknown_names
from host.border.session import Reference, Session
from host.border.state import Escape
from host.border.values import SCALAR, handle_kind, read, to_bytes, to_text, values_of, write
from host.dialects.functions import DIALECTS, LIBRARIES
from host.dialects.kts import constructors
from host.dialects.kts.context import describe
from host.errors import BudgetError, GenerationError, GivenError, HostError, ModError, did_you_mean
from host.model.colour import COLOURS, valid_colour, valid_glyph
from host.model.rng import Rng
from host.model.tile import MAX_TILES
from host.paths import bundled_ids, declarations
from host.syntax.tree import loadable

_WORDS_IN_BLOCK = 256
# Types that Lua takes as they are.
_PLAIN = frozenset((bool, float, bytes))


class Loading(Protocol):
    """What the bridge needs of whoever loads mods."""

    def mod_id(self, number: int) -> str: ...

    def read_file(self, number: int, path: str) -> tuple[bytes, str]: ...

    def has_file(self, number: int, path: str) -> bool: ...

    def load_on_demand(self, name: str) -> bool: ...

    def known_ids(self) -> list[str]: ...

    def set_registered_version(self, number: int, version: str) -> None: ...


class Bridge:
    """Serves trusted Lua. Strings arrive as bytes; every method may raise HostError."""

    def __init__(self, session: Session, loading: Loading, most_printed: int) -> None:
        self._session = session
        self._loading = loading
        self._most_printed = most_printed
        self._functions: list[ApiFunction] = [f for group in (*DIALECTS.values(), *LIBRARIES.values()) for f in group]
        self._calls: dict[int, Call] = {}
        # How much was printed in which game.
        self._printed, self._printing_for = 0, session.game

    def table(self) -> dict[str, Callable[..., Any]]:
        """The functions by the names Lua knows them under."""
        names = """
            functions fields declarations change dialects libraries unknown_dialect unknown_module read_file has_file
            read_kts_file load_on_demand check_name set_registered_version print unstable_order
            weak_table words forget_words rolled bad_roll bad_hook slips misread look next_trigger forget_kept
            handle_kind handle_name set_clock begin_start option_refused generation_failed
            name_prototype unknown_name refer prototype_of warn deprecated
        """
        return {name: getattr(self, name) for name in names.split()}

    # -- API functions

    def invokers(self, remember: Callable[[BaseException], Any]) -> list[Callable[..., Any]]:
        """What Lua calls for each API function: `(mod, count, flat form of count arguments …)`.

        Answers `True` and the flat form of the result; when Lua is left with something to do, `Session.pending`
        instead of True, and then what `next_rolls` gives; or what `remember` makes of an exception.
        """
        return [self._invoker(function, remember) for function in self._functions]

    def _invoker(self, function: ApiFunction, remember: Callable[[BaseException], Any]) -> Callable[..., Any]:
        session, calls = self._session, self._calls

        def invoke(mod: int, count: int, *flat: Any) -> Any:
            try:
                values = values_of(flat)
                result = function(calls.get(mod) or self._call(mod), [read(values) for _ in range(count)])
                game = session.game
                if session.rolls or (game is not None and (game.triggers or (game.watched and game.was_written))):
                    answer = [session.pending, *self.next_rolls()]
                elif result is None or type(result) in _PLAIN:
                    # The most frequent answers, without a detour.
                    return True if result is None else (True, SCALAR, result)
                else:
                    answer = [True]
                if result is not None:
                    write(result, answer)
                return tuple(answer)
            except BaseException as error:
                return remember(error)

        return invoke

    def _call(self, mod: int) -> Call:
        call = self._calls[mod] = Call(self._session, self._loading.mod_id(mod))
        return call

    def functions(self, dialect: bytes) -> bytes:
        """`name number flags position` a line for each function of a dialect (see `ApiFunction.position_at`)."""
        lines = []
        for number, function in enumerate(self._functions, 1):
            prefix, _, name = function.name.partition(".")
            if prefix == to_text(dialect):
                known = {
                    "p": function.place,
                    "d": function.directory,
                    "c": function.context,
                    "i": bool(function.part_of),
                }
                flags = "".join(flag for flag, is_set in known.items() if is_set) or "-"
                lines.append(f"{name} {number} {flags} {function.position_at}\n")
        return "".join(lines).encode()

    def fields(self, constructor: bytes) -> bytes:
        """The names of the fields a constructor knows, joined by commas."""
        return ",".join(constructors.field_names(to_text(constructor))).encode()

    def declarations(self, dialect: bytes) -> bytes:
        """The modules that hold what is declared of the Lua half of a dialect, joined by commas."""
        return ",".join(declarations(to_text(dialect))).encode()

    def change(self, kind: bytes, index: int, key: bytes, *flat: Any) -> None:
        """Give a prototype other fields, because a mod assigned `key`."""
        constructors.change(Call(self._session, ""), to_text(kind), index, to_text(key), read(values_of(flat)))

    # -- loading

    def dialects(self) -> bytes:
        return ",".join(DIALECTS).encode()

    def libraries(self) -> bytes:
        return ",".join(LIBRARIES).encode()

    def unknown_dialect(self, name: bytes) -> None:
        text = to_text(name)
        raise HostError(
            f'require "host.{text}": this host has no dialect {text}; it has {", ".join(DIALECTS)}',
            hint=did_you_mean(text, (*DIALECTS, *LIBRARIES)),
        )

    def unknown_module(self, mod: int, name: bytes, modules: bytes) -> None:
        """Raise that nothing has that name; `modules` are the names that dialects know, a line each."""
        text = to_text(name)
        known = [*self._loading.known_ids(), *to_text(modules).splitlines()]
        hint = did_you_mean(text, [one for one in known if one != text])
        if text in bundled_ids():
            hint = f"it comes with the host, and --mods {text} loads it"
        raise HostError(
            f'require "{text}": there is no mod and no module of that name, nor a file for it in mod '
            f"{self._loading.mod_id(mod)}",
            hint=hint,
        )

    def unknown_name(self, message: bytes, name: bytes, known: bytes) -> None:
        """Raise `message`, with the nearest to `name` of the names in `known`, a line each."""
        raise ModError(to_text(message), hint=did_you_mean(to_text(name), to_text(known).splitlines()))

    def refer(self, what: bytes, identity: bytes, file: bytes | None, line: int, types: bytes) -> None:
        """Something names a prototype, of one of `types` (joined by commas; none for any): it must be there, at the
        latest when all mods are loaded."""
        wanted = tuple(to_text(types).split(",")) if types else ()
        self._session.refer(Reference(to_text(what), to_text(identity), to_text(file) if file else None, line, wanted))

    def prototype_of(self, identity: bytes) -> tuple[bytes, int] | None:
        """Type and index of the first prototype with that id."""
        found = self._session.registry.find_any(to_text(identity))
        return (found.type.encode(), found.index) if found else None

    def read_file(self, mod: int, path: bytes) -> tuple[bytes, bytes]:
        """(content, name for messages) of a file of a mod."""
        content, name = self._loading.read_file(mod, to_text(path))
        return loadable(content), to_bytes(name)

    def has_file(self, mod: int, path: bytes) -> bool:
        return self._loading.has_file(mod, to_text(path))

    def read_kts_file(self, directory: Any, name: Any) -> tuple[bytes, bytes, bytes]:
        """(content, name for messages, its directory) of a file named in a kts script."""
        if not isinstance(name, bytes):
            raise HostError(f"dofile: a file name (a string) was expected, got {_lua_type(name)}")
        cwd = to_text(directory) if isinstance(directory, bytes) else ""
        files = self._session.files
        try:
            full_name = files.resolve(cwd, to_text(name))
            content = files.read(full_name)
        except HostError as error:
            error.message = f"dofile: {error.message}"
            raise
        return loadable(content), to_bytes(full_name[1:]), to_bytes(full_name.rpartition("/")[0] + "/")

    def load_on_demand(self, name: bytes) -> bool:
        return self._loading.load_on_demand(to_text(name))

    def check_name(self, mod: int, name: bytes) -> None:
        """Refuse a name under which a mod registers itself when it is the id of another."""
        text = to_text(name)
        if text != self._loading.mod_id(mod) and text in self._loading.known_ids():
            raise ModError(f'mod.RegisterMod: the name "{text}" is the id of another mod')

    def set_registered_version(self, mod: int, version: bytes) -> None:
        self._loading.set_registered_version(mod, to_text(version))

    def name_prototype(self, mod: int, kind: bytes, index: int, name: bytes) -> None:
        """A mod keeps a prototype in a variable: that is its name, if it is the mod's own and has none yet."""
        registry = self._session.registry
        prototype = registry.get(to_text(kind), index)
        text = to_text(name)
        generated = prototype.id.startswith(f"{prototype.mod}.{prototype.type}_")
        if prototype.mod == self._loading.mod_id(mod) and generated and text.isidentifier() and text.isascii():
            registry.rename(prototype, text)

    # -- output and warnings

    def print(self, text: bytes) -> None:
        if self._printing_for is not self._session.game:
            self._printing_for, self._printed = self._session.game, 0
        self._printed += len(text)
        if self._printed > self._most_printed:
            raise BudgetError(f"print: more than {self._most_printed} characters were printed")
        try:
            self._session.print(to_text(text))
        except Exception as error:
            raise Escape(error) from error

    def unstable_order(self, file: bytes | None, line: int) -> None:
        self._session.warn(
            "a table is walked whose keys are tables or functions: their order is not stable, so use a list "
            "or keys with an order of their own",
            to_text(file) if file else None,
            line,
            "unstable-order",
        )

    def weak_table(self, file: bytes | None, line: int) -> None:
        self._session.warn(
            "a table is made weak: what is left in it depends on when Lua collects, which is no part of a seed",
            to_text(file) if file else None,
            line,
            "weak-table",
        )

    def slips(self, what: bytes, names: bytes, known: bytes, file: bytes | None, line: int) -> None:
        """Warn of those of `names` that are almost one of `known`, both joined by commas: fields of `what`."""
        for name, close in unknown_names(to_text(names).split(","), to_text(known).split(",")):
            self._session.warn(
                f'{to_text(what)} has the field "{name}", which means nothing to the host; did you mean "{close}"?',
                to_text(file) if file else None,
                line,
                "near-miss",
            )

    def misread(self, what: bytes, name: bytes, known: bytes, file: bytes | None, line: int) -> None:
        """Warn of a name that was read in vain from `what`, when it is almost one of `known`, joined by commas."""
        for given, close in unknown_names([to_text(name)], to_text(known).split(",")):
            message = f'{to_text(what)} has no "{given}"; did you mean "{close}"?'
            self._session.warn(message, to_text(file) if file else None, line, "near-miss")

    def look(self, what: bytes, glyph: bytes | None, colour: bytes | None, file: bytes | None, line: int) -> None:
        """Warn of a glyph or a colour of `what` that cannot be drawn."""
        wrong = []
        if glyph and valid_glyph(to_text(glyph)) is None:
            wrong.append(f'glyph is "{to_text(glyph)}": must be one character, and is not drawn')
        if colour and valid_colour(to_text(colour)) is None:
            close = did_you_mean(to_text(colour), COLOURS)
            hint = f"; {close}" if close else ""
            wrong.append(f'the colour is "{to_text(colour)}": there is no such colour, and it is not drawn{hint}')
        for message in wrong:
            self._session.warn(f"{to_text(what)}: {message}", to_text(file) if file else None, line, "looks")

    def deprecated(self, message: bytes, file: bytes | None, line: int) -> None:
        self._session.note_deprecated(to_text(message), to_text(file) if file else None, line)

    def warn(self, message: bytes, file: bytes | None = None, line: int | None = None) -> None:
        self._session.warn(to_text(message), to_text(file) if file else None, line)

    # -- games

    def _rng(self) -> Rng:
        """Where streams come from: before a game, those of seed 0."""
        game = self._session.game
        return self._session.load_rng if game is None else game.rng

    def words(self, mod: bytes, purpose: bytes) -> bytes:
        """The next block of words of a stream, for Lua to use up."""
        stream = self._rng().stream(to_text(mod), to_text(purpose))
        return stream.words(_WORDS_IN_BLOCK).astype("<u8").tobytes()

    def forget_words(self, mod: bytes, purpose: bytes) -> None:
        """Let a stream begin again."""
        self._rng().forget(to_text(mod), to_text(purpose))

    def next_rolls(self) -> tuple[bytes | None, bytes | None, bytes | None]:
        """(kind, field, prototype indices as 32-bit numbers) of the next numbers to roll, or three times nothing."""
        if not self._session.rolls:
            return None, None, None
        kind, name, indices, then = self._session.rolls.pop(0)
        self._session.rolling.append(then)
        return kind.encode(), name.encode(), pack(f"<{len(indices)}i", *indices)

    def rolled(self, numbers: bytes) -> tuple[bytes | None, bytes | None, bytes | None]:
        """Take the numbers of `next_rolls`, as 32-bit numbers; give the next."""
        self._session.rolling.pop()(list(unpack(f"<{len(numbers) // 4}i", numbers)))
        return self.next_rolls()

    def bad_roll(self, kind: bytes, index: int, message: bytes) -> None:
        """Blame the mod whose function gave no number, wherever the number was needed."""
        prototype = self._session.registry.get(to_text(kind), index)
        raise ModError(to_text(message), mod=prototype.mod, file=prototype.file, line=prototype.line)

    def bad_hook(self, name: bytes, mod: bytes | None, shown: bytes) -> None:
        """Blame the mod that set a hook to what cannot be called."""
        who = to_text(mod) if mod else None
        raise ModError(f"kts.{to_text(name)} is {to_text(shown)}: must be a function", mod=who)

    def next_trigger(self) -> Any:
        """The flat form of the next callback to run, or nothing."""
        game = self._session.game
        if game is None or not game.triggers:
            return None
        trigger = game.triggers.pop(0)
        flat: list[Any] = []
        write(
            {
                "kind": trigger.kind,
                "index": trigger.index,
                "name": trigger.name,
                "context": describe(trigger),
                "now": game.clock,
            },
            flat,
        )
        return tuple(flat)

    def forget_kept(self) -> None:
        """Forget what Lua passed by number; it will pass it anew."""
        self._session.kept.clear()
        self._session.requests.clear()

    def handle_kind(self, name: bytes) -> int:
        return handle_kind(to_text(name))

    def handle_name(self, kind: bytes, index: int) -> bytes:
        """What a handle shows: the id of its prototype, or for what has none a number."""
        name = to_text(kind)
        if name in ("player", "creature") and index < 0:
            return b"of a game that is over"
        if name == "tile" and index < 0:
            place = self._session.map.tile_slot_of(-index) if self._session.game else None
            if place is None:
                return b"that is no longer on the map"
            game_map = self._session.map
            x, y = game_map.position(place // MAX_TILES)
            tile = game_map.tileset.tiles[game_map.tile_at(place)]
            return to_bytes(f"{tile.prototype.id} at ({x}, {y})")
        known = self._session.registry.all(name)
        if name in ("player", "creature") or not 0 <= index < len(known):
            return b"%d" % (index + (name == "player"))
        return to_bytes(known[index].id)

    def set_clock(self, milliseconds: int) -> None:
        self._session.current_game.clock = milliseconds

    def begin_start(self) -> None:
        self._session.phase = START

    def option_refused(self, item: bytes, wanted: bytes, got: bytes, allowed: bytes) -> None:
        name, asked, is_now, others = map(to_text, (item, wanted, got, allowed))
        raise GivenError(
            f"the option {name} cannot be {asked} here, the menu makes it {is_now}: with the other options and this "
            f"number of players it may be {others or 'nothing else'}"
        )

    def generation_failed(self, reason: bytes, file: bytes | None, line: int) -> None:
        raise GenerationError(
            f"the dungeon could not be made: {to_text(reason)}",
            file=to_text(file) if file else None,
            line=line or None,
        )


def _lua_type(value: Any) -> str:
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "boolean"
    return "number" if isinstance(value, int | float) else "table"
