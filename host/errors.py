"""Everything that can go wrong, as one tree of exceptions.

Each error knows how to show itself: a sentence (subject, value, rule, nearest right name), the mod, file and
line it blames, and the exit code of the command that met it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

EXIT_DONE = 0
EXIT_FAULT = 1
EXIT_USAGE = 2
EXIT_BUDGET = 3
EXIT_DIED = 4

# What `visible` leaves alone besides printable characters.
_PLAIN_CONTROLS = "\n\t"


class Frame(NamedTuple):
    """A place in a mod: `file` is `mod/path.lua`, `line` counts from 1, `function` may be empty."""

    file: str
    line: int
    function: str = ""

    def __str__(self) -> str:
        inside = f" in {self.function}" if self.function else ""
        return f"{self.file}:{self.line}{inside}"


class HostError(Exception):
    """A fault that a person can mend; `str()` of it is the sentence, `report()` the whole story."""

    exit_code = EXIT_FAULT

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
        super().__init__(message)
        self.message = message
        self.mod = mod
        self.file = file
        self.line = line
        self.path = path
        self.value = value
        self.rule = rule
        self.hint = hint
        self.frames = tuple(frames)
        # The command line that meets the error again.
        self.reproduce: str | None = None
        # What only `--debug` shows: a Python traceback, as text.
        self.details = details

    def __str__(self) -> str:
        place = ""
        if self.file:
            place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: "
        hint = f"; {self.hint}" if self.hint else ""
        return f"{place}{self.message}{hint}"

    def report(self) -> str:
        """The sentence and, under it, the mod and the mod's own frames."""
        lines = [f"error: {self}"]
        if self.mod:
            lines.append(f"  mod    {self.mod}")
        lines += [f"  {'from  ' if i else 'at    '} {frame}" for i, frame in enumerate(self.frames)]
        if self.reproduce:
            lines.append(f"  again  {self.reproduce}")
        return "\n".join(visible(line).replace("\n", "\n  ") for line in lines)

    def to_data(self) -> dict[str, Any]:
        """Plain data that `from_data` turns back into an equal error on the other side of a pipe."""
        return {
            "kind": type(self).__name__,
            "message": self.message,
            "mod": self.mod,
            "file": self.file,
            "line": self.line,
            "path": self.path,
            "value": self.value,
            "rule": self.rule,
            "hint": self.hint,
            "frames": [[f.file, f.line, f.function] for f in self.frames],
            "details": self.details,
        }

    @staticmethod
    def from_data(data: dict[str, Any]) -> HostError:
        """The error that `to_data` described; an unknown kind reads as a plain HostError."""
        if data.get("kind") == "Faults":
            faults = Faults([HostError.from_data(one) for one in data.get("faults", [])])
            faults.details = data.get("details")
            return faults
        kind = _KINDS.get(str(data.get("kind")), HostError)
        fields = {k: data.get(k) for k in ("mod", "file", "line", "path", "value", "rule", "hint", "details")}
        frames = [Frame(str(f), int(n), str(name)) for f, n, name in data.get("frames", [])]
        return kind(str(data.get("message", "")), frames=frames, **fields)


class ModError(HostError):
    """A mod raised an error, or did what the host does not allow."""


class ArgumentError(ModError):
    """A value given to the API breaks a rule; `path` names it, as in `kts.Tile: access.walking`."""

    def speak_for(self, function: str) -> None:
        """Put the name of the function that was called in front."""
        self.message = f"{function}: {self.message}"
        self.path = f"{function}: {self.path}"


class DanglingError(ModError):
    """A mod names something that nobody registered."""


class PhaseError(ModError):
    """A function was called at a moment when it has no meaning."""


class ManifestError(HostError):
    """A manifest or a mod folder cannot be used."""


class GivenError(HostError):
    """What was asked for does not exist or does not fit: a generator, an option, a file."""


class GenerationError(HostError):
    """A dungeon that was asked for cannot be made; the message says what stands in the way."""


class SaveError(HostError):
    """A save cannot be read or written, or is damaged."""


class InternalError(HostError):
    """The host itself is at fault."""


class BudgetError(HostError):
    """Time, memory, instructions or output ran out."""

    exit_code = EXIT_BUDGET


class DiedError(HostError):
    """The child process ended without an answer."""

    exit_code = EXIT_DIED


class Faults(HostError):  # noqa: N818 - each of them is one; this is all
    """Several errors found in one pass, reported together; the exit code is that of the worst."""

    def __init__(self, errors: Iterable[HostError]) -> None:
        self.errors = tuple(errors)
        super().__init__("\n".join(map(str, self.errors)))
        self.exit_code = max((e.exit_code for e in self.errors), default=EXIT_FAULT)

    def __str__(self) -> str:
        return self.message

    def report(self) -> str:
        lines = [e.report() for e in self.errors]
        if self.reproduce:
            lines.append(f"  again  {self.reproduce}")
        return "\n".join(lines)

    def to_data(self) -> dict[str, Any]:
        return {"kind": "Faults", "faults": [e.to_data() for e in self.errors], "details": self.details}


def together(errors: Sequence[HostError]) -> HostError:
    """One error for `errors`: itself when there is one, else a `Faults` of all."""
    return errors[0] if len(errors) == 1 else Faults(errors)


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The member of `words` most like `word`, or None when none is close."""
    import difflib

    by_lower = {w.lower(): w for w in sorted(words, reverse=True)}
    letters = sorted(word.lower())
    close = difflib.get_close_matches(word.lower(), sorted(by_lower), n=1, cutoff=0.55) or [
        w for w in sorted(by_lower) if sorted(w) == letters
    ]
    return by_lower[close[0]] if close else None


def did_you_mean(word: str, words: Iterable[str]) -> str | None:
    """The hint `did you mean "…"?` for a name that is not in `words`, or None."""
    close = nearest(word, words)
    return f'did you mean "{close}"?' if close else None


def listing(words: Iterable[str], last: str = "or") -> str:
    """`a, b or c`."""
    all_words = list(words)
    if len(all_words) < 2:
        return "".join(all_words)
    return f"{', '.join(all_words[:-1])} {last} {all_words[-1]}"


def visible(text: str) -> str:
    """`text` with every control character but newline and tab written as an escape, so that no mod can
    move the cursor, recolour the terminal or hide what it wrote."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _PLAIN_CONTROLS else _escape(c) for c in text)


def _escape(char: str) -> str:
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{{{code:x}}}"


_KINDS = {
    kind.__name__: kind
    for kind in (
        HostError,
        ModError,
        ArgumentError,
        DanglingError,
        PhaseError,
        ManifestError,
        GivenError,
        GenerationError,
        SaveError,
        InternalError,
        BudgetError,
        DiedError,
    )
}
