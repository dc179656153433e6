"""Services for printed text, warnings, and messages that suggest a name."""

from __future__ import annotations

from host.border.service import service
from host.border.session import ModWarning, Session
from host.border.state import Escape
from host.errors import ArgumentError, BudgetError, ModError, listing
from host.errors.spelling import did_you_mean, find_misread, find_misspelled, find_typos
from host.errors.work import WORK
from host.model.appearance import COLOURS, MATERIALS, near_sprite, resolve_sprite, valid_colour, valid_glyph


class OutputServices:
    """Output and diagnostics of mods; `most_printed` is the number of bytes that they may print in one game."""

    def __init__(self, session: Session, most_printed: int) -> None:
        self._session = session
        self._most_printed = most_printed
        # The game that is printing, and the number of bytes it has printed.
        self._printing_game, self._printed = session.game, 0

    @service
    def print(self, text: bytes) -> None:
        """Print a text of a mod. Raises BudgetError when the game has printed too much."""
        if self._printing_game is not self._session.game:
            self._printing_game, self._printed = self._session.game, 0
        self._printed += len(text)
        if self._printed > self._most_printed:
            raise BudgetError(f"print: more than {self._most_printed} bytes were printed")
        try:
            self._session.print(text.decode("utf-8", "surrogateescape"))
        except Exception as error:
            raise Escape(error) from error

    # -- names

    @service
    def suggest(self, name: str, names: list[str]) -> str | None:
        """Return the hint `did you mean "…"?` for the nearest of `names`, or None."""
        return did_you_mean(name, names) if names else None

    @service
    def find_misspelled(self, name: str, keys: list[str]) -> str | None:
        """Return a hint if the missing field `name` may be among `keys` under a misspelled name, or None."""
        return find_misspelled(name, keys)

    @service
    def refuse_nil(self, message: str, path: str, file: str | None) -> None:
        """Raise `message` about a value that is nil and that the code in a file passed, with the cause.

        `path` names the value, as in "tile.access".
        """
        error = ArgumentError(message, value="nil", path=path)
        if file:
            self._session.explain_nil(error, file.partition("/")[0])
        raise error

    @service
    def refuse_name(self, message: str, name: str, names: list[str]) -> None:
        """Raise `message` with a hint at the nearest of `names`."""
        raise ModError(message, hint=did_you_mean(name, names))

    # -- warnings, each with the file and line it is about

    @service
    def warn(
        self,
        message: str,
        file: str | None = None,
        line: int | None = None,
        hint: str | None = None,
        kind: str = "caution",
    ) -> None:
        """Warn about a mod; `hint` says what to do, and `kind` is one of `WARNING_KINDS`."""
        self._session.warn(message, file, line, kind, hint)

    @service
    def warn_typos(self, subject: str, names: list[str], known: list[str], file: str | None, line: int) -> None:
        """Warn of fields of `subject` whose names are nearly the name of a known field."""
        for name, near in find_typos(names, known):
            message = f'{subject} has the field "{name}", which the host does not use'
            self._session.warn(message, file, line, "near-miss", f'did you mean "{near}"?')

    @service
    def warn_misread(self, subject: str, name: str, known: list[str], file: str | None, line: int) -> None:
        """Warn of a field that was read from `subject`, is not there, and has nearly the name of a known one."""
        near = find_misread(name, known)
        if near is not None:
            message, hint = f'{subject} has no "{name}"', f'did you mean "{near}"?'
            self._session.note_misread(name, ModWarning(message, file, line, "near-miss", hint))

    @service
    def warn_undeclared_option(self, name: str, declared: list[str], file: str | None, line: int) -> None:
        """Warn of an option that a generator reads and does not declare."""
        WORK.note(sum(map(len, declared)))
        names = listing(filter(None, declared), "and") or "no options"
        hint = did_you_mean(name, declared) or f"the generator declares {names}"
        self._session.note_misread(name, ModWarning(f'options has no "{name}"', file, line, "option", hint))

    @service
    def warn_undrawable(self, subject: str, glyph: str | None, colour: str | None, file: str | None, line: int) -> None:
        """Warn of a glyph or a colour of `subject` that cannot be drawn."""
        if glyph and valid_glyph(glyph) is None:
            message = f'{subject}: glyph is "{glyph}": must be one character, and is not drawn'
            self._session.warn(message, file, line, "looks")
        if colour and valid_colour(colour) is None:
            message = f'{subject}: the colour is "{colour}": there is no such colour, and it is not drawn'
            self._session.warn(message, file, line, "looks", did_you_mean(colour, COLOURS))

    @service
    def warn_sprite(
        self, mod: str, subject: str, sprite: str | None, material: str | None, file: str | None, line: int
    ) -> None:
        """Warn of a sprite of `subject` that the mod cannot use, and of a material that is none."""
        registry = self._session.registry
        if sprite and resolve_sprite(registry, mod, sprite) is None:
            message = f'{subject}: the sprite is "{sprite}": there is no such sprite, and it is not drawn'
            self._session.warn(message, file, line, "looks", near_sprite(registry, mod, sprite))
        if material and material not in MATERIALS:
            message = f'{subject}: the material is "{material}": there is no such material, and it is not drawn'
            self._session.warn(message, file, line, "looks", did_you_mean(material, MATERIALS))

    @service
    def warn_handler(self, event: str, name: str, mod: str, message: str) -> None:
        """Warn that a handler of an event failed; the other handlers run."""
        self._session.warn(f'{event}: the handler "{name}" of mod {mod} failed: {message}', kind="handler")

    @service
    def note_deprecated(self, message: str, file: str | None, line: int) -> None:
        """Record the use of a deprecated name."""
        self._session.note(message, file, line, "deprecated")
