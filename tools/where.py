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
# The names of what a file defines; in Lua also entries of tables that are functions.
_DEFINED = {
    ".py": re.compile(r"^ *(?:async def|def|class) (\w+)|^([A-Z]\w+) = |\.function\(\"(\w+)\"", re.MULTILINE),
    ".lua": re.compile(
        r"\bfunction (?:\w+[.:])*(\w+)|^ *(?:\w+\.)?(\w+) = (?:function|\w+\.\w+,?$)|^local ([A-Z]\w+) = ", re.MULTILINE
    ),
    ".js": re.compile(r"^ *(?:export )?(?:async )?(?:function|class|const) (\w+)", re.MULTILINE),
}


def first_sentences(text: str, suffix: str) -> str:
    """Return what a file says of itself, as one line; empty for one that says nothing."""
    match = _BEGIN[suffix].match(text)
    return " ".join(re.sub(r"^(?:--|//| ?\*/?|/\*\*)|@|\*/", "", match[1], flags=re.MULTILINE).split()) if match else ""


def find(words: list[str]) -> list[str]:
    """Return a line for each file with all the words, in any case: first files that say so, then files that define."""
    wanted = [word.lower() for word in words]
    said, defined = [], []
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in _BEGIN):
        if "node_modules" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        line = f"{path.relative_to(ROOT).as_posix()}: {first_sentences(text, path.suffix)}"
        if all(word in line.lower() for word in wanted):
            said.append(line)
            continue
        names = {name for match in _DEFINED[path.suffix].findall(text) for name in match if name}
        fitting = sorted(name for name in names if any(word in name.lower() for word in wanted))
        if fitting and all(word in f"{line} {' '.join(fitting)}".lower() for word in wanted):
            defined.append(f"{line} [{', '.join(fitting[:5])}]")
    return said + defined


if __name__ == "__main__":
    print(*find(sys.argv[1:]) or ["no file says so: use fewer words"], sep="\n")
