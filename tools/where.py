"""Where is what: the files that have all of some words, such as `where.py assert map`, in their path, in their first
sentences, or in the names of what they define. The best come first: files with the words as they are.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from enum import IntEnum
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("host", "lua", "dungeon_host", "pytest_dungeon_host", "mods", "tools", "bench", "examples", "editors")
# How a file begins: the first paragraph of a docstring and what it says of options, lines of comments, or a comment
# before its tags.
_BEGIN = {
    ".py": re.compile(r'r?"""((?s:.+?))(?:\n\n(?!Options: )|""")'),
    ".lua": re.compile(r"((?:--.*\n)+)"),
    ".js": re.compile(r"((?://.*\n)+|/\*\*(?s:.+?)(?:\n \*\n|@|\*/))"),
}
# The names of what a file defines; in Lua also entries of tables that are functions, and names that mods use, in files
# of declarations.
_DEFINED = {
    ".py": re.compile(r"^ *(?:async def|def|class) (\w+)|^([A-Z]\w+) = |\.function\(\"(\w+)\"", re.MULTILINE),
    ".lua": re.compile(
        r"\bfunction (?:\w+[.:])*(\w+)|^ *\w+\.(\w+) = |\b(\w+) = (?:function|\w+\.\w+,?)\b|^local ([A-Z]\w+) = "
        r"|^(?:class |record (?:\w+\.)?|\w+[.:])(\w+)[(:\s]|^(\w+)\(",
        re.MULTILINE,
    ),
    ".js": re.compile(r"^ *(?:export )?(?:async )?(?:function|class|const) (\w+)", re.MULTILINE),
}
# Names of data: fields, parameters, keys, and words in quotes.
_DATA = {
    ".py": re.compile(r"[(\s*](\w+): |[\"'](\w[\w-]+)[\"']"),
    ".lua": re.compile(r"(\w+) = |[\"'](\w[\w-]+)[\"']|^ +- (\w+): |^ +(\w+): ", re.MULTILINE),
    ".js": re.compile(r"(\w+)[:=] |[\"'](\w[\w-]+)[\"']"),
}
# An option of the command line, and the parameter that it is declared with.
_OPTION = re.compile(r'"(--[a-z][\w-]*)(?:/--[\w-]+)?"(?:, "(\w+)")?')
# Where so many files answer otherwise, files with data of the name are not listed.
_ENOUGH = 6


class _Rank(IntEnum):
    """How well a file answers to a word."""

    SAID = 0
    DEFINED = 1
    SAID_LONGER = 2
    DEFINED_LONGER = 3
    PARAMETER = 4
    DATA = 5
    NOTHING = 6


def first_sentences(text: str, suffix: str) -> str:
    """Return what a file says of itself, as one line; empty for one that says nothing."""
    match = _BEGIN[suffix].match(text)
    return " ".join(re.sub(r"^(?:--|//| ?\*/?|/\*\*)|@|\*/", "", match[1], flags=re.MULTILINE).split()) if match else ""


def _parts(text: str) -> str:
    """Return the words of a text, also those of names, in one form: `_set_stat_` for setStat and set_stat."""
    return "_" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[\W_]+", "_", text).strip("_").lower() + "_"


def _names(pattern: re.Pattern[str], text: str) -> set[str]:
    return {name for match in pattern.findall(text) for name in match if name}


class _File:
    """A file, what it says of itself, and the names in it."""

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.line = f"{path.relative_to(ROOT).as_posix()}: {first_sentences(text, path.suffix)}"
        self._parts = _parts(self.line)
        self._defined, self._data = _names(_DEFINED[path.suffix], text), _names(_DATA[path.suffix], text)
        self._is_python = path.suffix == ".py" and path.is_relative_to(ROOT / "host")
        # Option -> the name of its parameter.
        self.options = dict(_OPTION.findall(text)) if self._is_python else {}

    def rank(self, word: str, parameters: set[str]) -> tuple[_Rank, list[str]]:
        """Return how well the file answers to a word, and the names that do.

        `parameters` are those of the word as an option.
        """
        if word.startswith("--"):
            if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", self.line):
                return _Rank.SAID, []
            if word in self.options:
                return _Rank.DEFINED, [word]
            taken = sorted(parameters & self._data) if self._is_python else []
            return (_Rank.PARAMETER, taken) if taken else (_Rank.NOTHING, [])
        whole = _parts(word)
        # Two words that stand side by side in a sentence need not be the name.
        is_name = whole.count("_") > 2
        for said, defined, part in (
            (_Rank.SAID, _Rank.DEFINED, whole),
            (_Rank.SAID_LONGER, _Rank.DEFINED_LONGER, whole.rstrip("_")),
        ):
            names = sorted(name for name in self._defined if part in _parts(name))
            is_said = part in self._parts
            if is_said and not (names and is_name):
                return defined if is_name else said, []
            if names:
                return said if is_name else defined, names
        names = sorted(name for name in self._data if whole == _parts(name))
        return (_Rank.DATA, names) if names else (_Rank.NOTHING, [])


def find(words: Sequence[str]) -> list[str]:
    """Return a line for each file with all the words, the best first: a file that says so, one that defines such names.

    A word may be the beginning of a longer word. After an option, such as `--all`, files follow that have a parameter
    of its name. Where no file has all the words, those come that have most of them.
    """
    wanted = [part for word in words for part in re.split("[.:]", word) if part]
    paths = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in _BEGIN)
    files = [_File(path) for path in paths if "node_modules" not in path.parts]
    parameters = {
        word: {one.options[word] or word[2:].replace("-", "_") for one in files if word in one.options}
        for word in wanted
    }
    # Beside an option, the name of a command is only a hint, and the owner is one before a name: the file that has the
    # option or the name may say nothing of it.
    names = [name for word in words if (name := re.split("[.:]", word.strip(".:"))[-1])]
    needed = [word for word in names if word.startswith("--")] or names
    owners = [word for word in wanted if word not in names]
    found = []
    for file in files:
        answers = {word: file.rank(word, parameters[word]) for word in wanted}
        ranks = {word: rank for word, (rank, _) in answers.items()}
        lacks = sum(ranks[word] == _Rank.NOTHING for word in needed)
        if lacks < len(needed) or not needed:
            order: list[int] = [sum(ranks[word] == _Rank.NOTHING for word in owners)]
            order += sorted((ranks[word] for word in needed), reverse=True)
            order += [ranks[word] for word in wanted if word not in needed]
            shown = [name for _, names in answers.values() for name in names]
            found.append((lacks, order, f"{file.line} [{', '.join(shown[:5])}]" if shown else file.line))
    least = min((lacks for lacks, *_ in found), default=0)
    best = sorted((order, line) for lacks, order, line in found if lacks == least)
    if least:
        return [f"no file has all words; with {len(needed) - least} of {len(needed)}:", *(line for _, line in best)]
    enough = sum(order[1:2] < [_Rank.DATA] for order, _ in best) >= _ENOUGH
    return [line for order, line in best if not enough or order[1:2] < [_Rank.DATA]]


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        print(*find(" ".join(sys.argv[1:]).split()) or ["no file says so: use other words"], sep="\n", flush=True)
