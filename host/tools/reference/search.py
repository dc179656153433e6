"""Search the guides and the API for words.

Here the names of the API are read from their declarations as text: importing these takes longer than a search may.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import host.dialects.kts
from host.errors import in_one_line, listing
from host.errors.spelling import nearest, plain_name
from host.paths import LUA
from host.syntax.declarations.texts import read_dialect
from host.tools.reference.guides import Section, guides, read_sections

# Results of each kind.
MOST_RESULTS = 6
# Words that are on every page.
_COMMON = {
    *("a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "how", "i", "if", "in"),
    *("is", "it", "its", "my", "of", "on", "or", "that", "the", "this", "to", "what", "when", "where", "which", "with"),
}
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
# "doors" finds "door", and "moving" finds "moves".
_ENDING = re.compile(r"(?<=...)(?:ing|ed|es|s|e)$")
_LIST_MARK = re.compile(r"^[|*\-\d. ]+|\[(?=[^\]]*\]\()|\]\([^)]*\)|[`*]|\|$")


class Result(NamedTuple):
    """Where words are found: what `dungeon-host docs` shows it by, its title, and a line of it."""

    name: str
    title: str
    line: str


@dataclass(frozen=True, slots=True)
class _Name:
    """A name of the API."""

    name: str
    dialect: str
    summary: str
    text: str


def split_words(texts: Iterable[str]) -> list[str]:
    """Return the words of a request in lowercase, without those on every page: "kts.AddHint" is kts, add and hint."""
    words = [word.lower() for text in texts for word in _WORD.findall(text)]
    return list(dict.fromkeys(word for word in words if word not in _COMMON))


def is_word(name: str) -> bool:
    """Return whether a name may be a plain word, and not a part of a program such as `kts.AddHint` or `createLevel`."""
    return re.fullmatch("[A-Z]?[a-z]+", name) is not None and bool(split_words([name]))


def is_name(word: str) -> bool:
    """Return whether a plain word is a dialect, or a whole name of the API."""
    return any(word == entry.dialect or plain_name(word) == plain_name(entry.name) for entry in _names())


def search(words: Sequence[str]) -> tuple[list[Result], list[Result]]:
    """Return the best guides and names of the API that have all words, as `split_words` returns them.

    Words count more in titles than in headings, and more there than in texts; of each guide the best section is shown.
    """
    patterns = [_pattern(word) for word in words]
    pages = [found for name, path in guides().items() if (found := _search_guide(name, path, patterns))]
    names = [found for entry in _names() if (found := _search_name(entry, patterns))]
    return _best(pages), _best(names)


def misspelled(words: Sequence[str]) -> str | None:
    """Return a hint at the words that no page has: what the first of them is misspelled for, or to leave them out."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in guides().values())
    missing = [word for word in words if _pattern(word).search(text) is None]
    if not missing:
        return "leave out a word" if len(words) > 1 else None
    # Words that are less alike are other words.
    meant = nearest(missing[0], set(re.findall("[a-z]{4,}", text)), cutoff=0.85)
    if meant is not None:
        return f'did you mean "{meant}"?'
    quoted = [f'"{word}"' for word in missing]
    return f"leave out {listing(quoted, 'and')}" if len(missing) < len(words) else None


def _pattern(word: str) -> re.Pattern[str]:
    """Match a word with other endings, and not inside of another, or of a name such as `createLevel`."""
    stem = _ENDING.sub("", word)
    first = stem[0]
    return re.compile(
        rf"(?<![A-Za-z0-9])(?:[{first.upper()}{first}]{stem[1:]}(?:ing|ed|es|s|e|d)?|{word.upper()}S?)(?![A-Za-z0-9])"
    )


def _count(patterns: Sequence[re.Pattern[str]], text: str) -> int:
    return sum(pattern.search(text) is not None for pattern in patterns)


def _search_guide(name: str, path: Path, patterns: Sequence[re.Pattern[str]]) -> tuple[tuple[int, ...], Result] | None:
    """Return the best section of a guide, with its rank; None when a word is nowhere in the guide."""
    text = path.read_text(encoding="utf-8")
    if _count(patterns, text) < len(patterns):
        return None
    first, *others = read_sections(path)
    in_title = _count(patterns, first.heading)

    def rank(section: Section) -> tuple[int, ...]:
        in_heading = 0 if section is first else _count(patterns, section.heading)
        return in_heading, _count(patterns, "\n".join(section.lines)), section is first

    # Where the title has all words, the page itself is meant.
    is_meant = in_title == len(patterns)
    best = first if is_meant else max([first, *others], key=rank)
    lines = [line for line in map(_plain, best.lines) if line]
    line = lines[0] if is_meant and lines else max(lines, key=lambda line: _count(patterns, line), default="")
    # A short page with many uses is about the words.
    density = sum(len(pattern.findall(text)) for pattern in patterns) * 1000 // len(text)
    is_page = best is first
    shown, title = (name, first.heading) if is_page else (f"{name}#{best.anchor}", f"{first.heading}: {best.heading}")
    return (in_title, *rank(best)[:2], density), Result(shown, title, line)


def _plain(line: str) -> str:
    """Return a line of Markdown without its marks; nothing for the fence of a block."""
    return "" if line.startswith(("```", "![")) else in_one_line(_LIST_MARK.sub("", line)).strip()


def _search_name(entry: _Name, patterns: Sequence[re.Pattern[str]]) -> tuple[tuple[int, ...], Result] | None:
    name = " ".join(_WORD.findall(entry.name))
    if _count(patterns, f"{name}\n{entry.text}") < len(patterns):
        return None
    rank = _count(patterns, name), _count(patterns, entry.summary), -len(name)
    return rank, Result(entry.name, f"[{entry.dialect}]", entry.summary)


def _best(found: list[tuple[tuple[int, ...], Result]]) -> list[Result]:
    ranked = sorted(found, key=lambda ranked: ranked[0], reverse=True)
    return [result for _, result in ranked[:MOST_RESULTS]]


# -- the API


@cache
def _names() -> tuple[_Name, ...]:
    """Return the names of the API, but constructors of kts and records that Python declares."""
    return (*_declared_in_lua(), *_declared_in_python())


def _declared_in_lua() -> Iterator[_Name]:
    for folder in sorted(path.parent for path in LUA.glob("*/api")):
        dialect = "host" if folder.name == "core" else folder.name
        for entry in read_dialect(dialect, {}):
            if entry.kind not in ("examples", "module"):
                yield _Name(entry.name, dialect, entry.summary, " ".join([entry.line, *entry.doc]))


def _declared_in_python() -> Iterator[_Name]:
    """Yield the functions of kts: their decorators have the name, and their docstrings the description."""
    folder = Path(host.dialects.kts.__file__).parent / "functions"
    for path in sorted(folder.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            doc = ast.get_docstring(node) if isinstance(node, ast.FunctionDef) else None
            for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) and doc else ():
                match decorator:
                    case ast.Call(args=[ast.Constant(value=str(name)), *_]):
                        summary = " ".join(takewhile(bool, (doc or "").splitlines())).partition(". ")[0]
                        yield _Name(f"kts.{name}", "kts", f"{summary.removesuffix('.')}.", doc or "")
