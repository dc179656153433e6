"""Errors of the host, as one tree of exceptions.

An error can show itself: a sentence (subject, value, rule, nearest name), the mod, file and line, and the exit code of
the command that fails with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from host.errors.excerpt import Excerpt, Style

EXIT_DONE = 0
EXIT_ERROR = 1
EXIT_USAGE = 2
EXIT_BUDGET = 3
EXIT_DIED = 4
# 5 is only for `test`: no test ran, as in pytest.
# After Ctrl-C, as shells have it.
EXIT_INTERRUPTED = 130

# Characters that `visible` leaves unchanged besides printable ones.
_PLAIN_CONTROLS = "\n\t"


class Frame(NamedTuple):
    """A source location in a mod: `file` is `mod/path.lua`, `line` counts from 1, `function` may be empty."""

    file: str
    line: int
    function: str = ""

    def __str__(self) -> str:
        inside = f" in {self.function}" if self.function else ""
        return f"{self.file}:{self.line}{inside}"


# Characters of a message, and of a value in one: mods, files and programs choose parts of it.
_LONGEST_MESSAGE, _LONGEST_VALUE = 10_000, 200
# Letters of a word that a message shows: more than names and most paths have; and of a longer word at both ends.
_MOST_LETTERS, _FIRST_LETTERS, _LAST_LETTERS = 500, 60, 20
# What no file and no terminal takes: halves of characters, and bytes that are no text.
_SURROGATES = re.compile("[\ud800-\udfff]")


def shorten(text: str, most: int) -> str:
    """Return a text without what follows its first `most` characters, and with an ellipsis in its place."""
    return text if len(text) <= most else f"{text[:most]} …"


def shorten_middle(message: str) -> str:
    """Return a message with an ellipsis in the middle of each long word, and in its own middle if it is long still."""
    message = re.sub(r"\S+", lambda word: _shorten_word(word[0]), message)
    half = _LONGEST_MESSAGE // 2
    return message if len(message) <= _LONGEST_MESSAGE else f"{message[:half]} … {message[-half:]}"


def _shorten_word(word: str) -> str:
    return word if len(word) <= _MOST_LETTERS else f"{word[:_FIRST_LETTERS]}…{word[-_LAST_LETTERS:]}"


def shorten_message(message: str) -> str:
    """Return a message without what follows its first 10,000 characters."""
    return shorten(message, _LONGEST_MESSAGE)


def show_value(value: object) -> str:
    """Return a wrong argument for a message: its repr, at most 200 characters of it."""
    try:
        return shorten(repr(value), _LONGEST_VALUE)
    except (ValueError, RecursionError):
        # Python refuses to write numbers of more than 4,300 digits.
        return "a huge number" if isinstance(value, int) else f"a {type(value).__name__} that is too large"


# What errors say beside their message, as plain data.
_FIELDS = ("mod", "file", "line", "path", "value", "rule", "hint")


class HostError(Exception):
    """An error that a person can fix; `str()` returns the sentence, `report()` all details."""

    exit_code = EXIT_ERROR
    # Name of a kind of error -> its class, of this module: a hostile child may choose no other answer of a server.
    _kinds: ClassVar[dict[str, type[HostError]]] = {}

    def __init_subclass__(cls) -> None:
        if cls.__module__ == __name__:
            HostError._kinds[cls.__name__] = cls

    def __init__(
        self,
        message: str,
        *,
        mod: str | None = None,
        file: str | None = None,
        line: int | None = None,
        path: str | None = None,
        value: str | None = None,
        rule: str | None = None,
        hint: str | None = None,
        frames: Sequence[Frame] = (),
        details: str | None = None,
    ) -> None:
        message = shorten_message(message)
        super().__init__(message)
        self.message = message
        # The cause in front of the message, and the message without it; None while no cause is known.
        self.cause: str | None = None
        self.effect: str | None = None
        self.mod = mod
        # The mod that failed to load: a function of `mod` may have worked for it. None for other errors.
        self.loading: str | None = None
        self.file = file
        self.line = line
        self.path = path
        self.value = value
        self.rule = rule
        self.hint = hint
        self.frames = tuple(frames)
        # The command line that causes the error again.
        self.reproduce: str | None = None
        # A Python traceback, as text, which only `--debug` shows.
        self.details = details
        # The lines of the mod that the error is about.
        self.source: Excerpt | None = None

    def __str__(self) -> str:
        place = ""
        if self.file:
            place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: "
        hint = f"; {self.hint}" if self.hint else ""
        return _SURROGATES.sub(lambda match: _escape(match[0]), f"{place}{self.message}{hint}")

    def put_cause(self, cause: str, hint: str | None) -> None:
        """Put the cause in front of the message, in place of one that was guessed before, with its hint."""
        self.cause, self.effect = cause, self.effect or self.message
        self.message, self.hint = f"{cause}: {self.effect}", hint

    def report(self, *, quote: Style | None = None) -> str:
        """Return the sentence and, below it, the mod and its frames; with `quote` first the lines of the mod."""
        quoted = [] if quote is None or self.source is None else [f"  {line}" for line in self.source.format(quote)]
        lines = [f"  note   {self.source.label}"] if quote is None and self.source and self.source.label else []
        if self.mod:
            lines.append(f"  mod    {self.mod}")
        lines += [f"  {'from  ' if i else 'at    '} {frame}" for i, frame in enumerate(self.frames)]
        if self.reproduce:
            lines.append(f"  again  {self.reproduce}")
        first, *others = (visible(line).replace("\n", "\n  ") for line in (f"error: {self}", *lines))
        return "\n".join([first, *quoted, *others])

    def to_data(self) -> dict[str, Any]:
        """Return plain data from which `from_data` makes an equal error."""
        return {
            "kind": type(self).__name__,
            "message": self.message,
            **{name: getattr(self, name) for name in _FIELDS},
            "frames": [[f.file, f.line, f.function] for f in self.frames],
            "details": self.details,
            "source": self.source and self.source.to_data(),
        }

    @staticmethod
    def from_data(data: dict[str, Any]) -> HostError:
        """Return the error that `to_data` described; an unknown kind becomes a plain HostError."""
        if data.get("kind") == "HostErrors":
            group = HostErrors([HostError.from_data(part) for part in data.get("errors", [])])
            group.details = data.get("details")
            return group
        kind = HostError._kinds.get(str(data.get("kind")), HostError)
        fields = {name: data.get(name) for name in _FIELDS}
        frames = [Frame(str(f), int(n), str(name)) for f, n, name in data.get("frames", [])]
        error = kind(str(data.get("message", "")), frames=frames, details=data.get("details"), **fields)
        if data.get("source"):
            # Imported here: every program imports errors, and few errors quote lines.
            from host.errors.excerpt import Excerpt

            error.source = Excerpt.from_data(data["source"])
        return error


class ModError(HostError):
    """A mod raised an error, or did what the host does not allow."""


class ArgumentError(ModError):
    """A value given to the API breaks a rule; `path` names it, as in `kts.Tile: access.walking`."""

    def name_function(self, function: str) -> None:
        """Put the name of the called function in front of the message."""
        self.message = f"{function}: {self.message}"
        self.path = f"{function}: {self.path}"


class DanglingError(ModError):
    """A mod refers to an id that is not registered."""


class PhaseError(ModError):
    """A function was called in a phase that does not allow it."""


class ManifestError(HostError):
    """A manifest or a mod folder cannot be used."""


class RequestError(HostError):
    """A request names something that does not exist or does not fit: a generator, an option, a file."""

    def __init__(self, message: str, **more: Any) -> None:
        # It repeats what a client chose, for example a name of a million letters.
        super().__init__(shorten_middle(message), **more)


class SeveralError(RequestError):
    """A command must name one of several generators or mods; `value` is an example."""


class UnplayableWorldError(RequestError):
    """The world that a mod begins has a player that cannot play by itself."""


class GenerationError(HostError):
    """A dungeon cannot be made; the message says why."""


class SaveError(HostError):
    """A save cannot be read or written."""


class ForeignFileError(SaveError):
    """A file is not a save."""


class DamagedSaveError(SaveError):
    """A save is damaged."""


class DamagedBeginningError(ForeignFileError, DamagedSaveError):
    """A file is not a save, or one whose beginning is damaged."""


class InternalError(HostError):
    """The host itself has an error."""


class BudgetError(HostError):
    """A limit of time, memory, instructions or output was reached."""

    exit_code = EXIT_BUDGET


class MemoryBudgetError(BudgetError):
    """The limit of memory was reached."""


class DiedError(HostError):
    """The child process ended without an answer."""

    exit_code = EXIT_DIED


class HostErrors(HostError):  # noqa: N818 - a group of errors
    """Several errors, reported together; the exit code is the highest of theirs."""

    def __init__(self, errors: Iterable[HostError]) -> None:
        self.errors = tuple(errors)
        super().__init__("")
        self.message = "\n".join(map(str, self.errors))
        self.exit_code = max((e.exit_code for e in self.errors), default=EXIT_ERROR)

    def __str__(self) -> str:
        return self.message

    def report(self, *, quote: Style | None = None) -> str:
        lines = [e.report(quote=quote) for e in self.errors]
        if self.reproduce:
            lines.append(f"  again  {self.reproduce}")
        return "\n".join(lines)

    def to_data(self) -> dict[str, Any]:
        return {"kind": "HostErrors", "errors": [e.to_data() for e in self.errors], "details": self.details}


def together(errors: Sequence[HostError]) -> HostError:
    """Return the only error, or a `HostErrors` of all."""
    return errors[0] if len(errors) == 1 else HostErrors(errors)


def listing(words: Iterable[str], last: str = "or") -> str:
    """Return words as `a, b or c`."""
    all_words = list(words)
    if len(all_words) < 2:
        return "".join(all_words)
    return f"{', '.join(all_words[:-1])} {last} {all_words[-1]}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 entity`, `2 entities`."""
    if number != 1:
        ends_in_ies = noun.endswith("y") and noun[-2:-1] not in "aeiou"
        noun = f"{noun[:-1]}ies" if ends_in_ies else f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"{number} {noun}"


def agree(number: int, verb: str) -> str:
    """Return the verb for a number of things: `differ`, and `differs` for one."""
    return verb if number != 1 else {"are": "is", "were": "was"}.get(verb, f"{verb}s")


def in_one_line(text: str) -> str:
    """Return `text` as `visible` does, with newlines and tabs as escapes, too: a name or a path."""
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def visible(text: str) -> str:
    """Return `text` with all control characters except newline and tab as escapes.

    So no mod can move the cursor, recolour the terminal or hide its output.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _PLAIN_CONTROLS else _escape(c) for c in text)


def _escape(char: str) -> str:
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{{{code:x}}}"


def drop_long_texts(error: HostError) -> None:
    """Drop the long texts of an error and of the variables in its traceback.

    Mods can collect errors, and their memory does not count as memory of Lua.
    """
    import traceback

    for name, value in vars(error).items():
        if isinstance(value, str):
            setattr(error, name, shorten_message(value))
    error.args = (error.message,)
    cause: BaseException | None = error
    while cause is not None:
        traceback.clear_frames(cause.__traceback__)
        cause = cause.__context__
