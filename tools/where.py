"""Where is what: the files that have all of some words, such as `where.py assert map`, in their path, in their first
sentences, or in the names of what they define.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("host", "lua", "dungeon_host", "pytest_dungeon_host", "tools", "bench", "examples", "editors")
# How a file begins: the first paragraph of a docstring, lines of comments, or a comment before its tags.
_BEGIN = {
    ".py": re.compile(r'r?"""((?s:.+?))(?:\n\n|""")'),
    ".lua": re.compile(r"((?:--.*\n)+)"),
    ".js": re.compile(r"((?://.*\n)+|/\*\*(?s:.+?)(?:\n \*\n|@|\*/))"),
}
# The names of what a file defines; in Lua also entries of tables that are functions, and names that mods use, in files
# of declarations.
_DEFINED = {
    ".py": re.compile(r"^ *(?:async def|def|class) (\w+)|^([A-Z]\w+) = |\.function\(\"(\w+)\"", re.MULTILINE),
    ".lua": re.compile(
        r"\bfunction (?:\w+[.:])*(\w+)|^ *\w+\.(\w+) = |\b(\w+) = (?:function|\w+\.\w+,?)\b|^local ([A-Z]\w+) = "
        r"|^(?:class |record |\w+[.:])(\w+)[(:\s]",
        re.MULTILINE,
    ),
    ".js": re.compile(r"^ *(?:export )?(?:async )?(?:function|class|const) (\w+)", re.MULTILINE),
}


def first_sentences(text: str, suffix: str) -> str:
    """Return what a file says of itself, as one line; empty for one that says nothing."""
    match = _BEGIN[suffix].match(text)
    return " ".join(re.sub(r"^(?:--|//| ?\*/?|/\*\*)|@|\*/", "", match[1], flags=re.MULTILINE).split()) if match else ""


def _parts(text: str) -> str:
    """Return the words of a text, also those of names, in one form: `_set_stat` for setStat and set_stat."""
    return "_" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[\W_]+", "_", text).lower()


def find(words: list[str]) -> list[str]:
    """Return a line for each file with all the words: first files that say so, then files that define such names.

    A word may be the beginning of a longer word; `Entity:die` is two words.
    """
    wanted = [_parts(part) for word in words for part in re.split("[.:]", word) if part]
    said, defined = [], []
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in _BEGIN):
        if "node_modules" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        line = f"{path.relative_to(ROOT).as_posix()}: {first_sentences(text, path.suffix)}"
        parts = _parts(line)
        if all(word in parts for word in wanted):
            said.append(line)
            continue
        names = {name for match in _DEFINED[path.suffix].findall(text) for name in match if name}
        fitting = sorted(name for name in names if any(word in _parts(name) for word in wanted))
        if fitting and all(word in parts + _parts(" ".join(fitting)) for word in wanted):
            defined.append(f"{line} [{', '.join(fitting[:5])}]")
    return said + defined


if __name__ == "__main__":
    print(*find(" ".join(sys.argv[1:]).split()) or ["no file says so: use fewer words"], sep="\n")
