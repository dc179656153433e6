"""New mods, written from templates: real mods, of which some lines and files are left out.

Options: `--dialect`, `--quest`.

In a template a line that ends in `--: kts` or `#: kts` is only for mods of that dialect, or of one of several: `--: kts
pools`. The rest of a mod of dialects is a part for each, which lays out a level.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType

from host.errors import RequestError
from host.mods.manifest import DIALECTS, why_no_id
from host.paths import TEMPLATES, bundled_ids
from host.syntax.tree import KEYWORDS

# Dialect -> the example for it in `templates/dialects`, whose files have this name.
PARTS = {"kts": "cellar", "pools": "smithy", "actions": "den", "areas": "warren", "rooms": "halls"}
# The id that templates have, and what stands for a name.
_ID, _NAME = re.compile(r"\bmy_mod\b"), "My mod"
_MARK = re.compile(r"[ \t]*(?:--|#): ([a-z ]+)$")
# Where a new mod has a copy of the stubs, which its editor reads. Git ignores them: each host makes its own.
STUBS_FOLDER = ".stubs"


def write_mod(
    target: Path,
    dialects: Collection[str] = (),
    stubs: Mapping[str, str] = MappingProxyType({}),
    *,
    template: str = "",
) -> list[str]:
    """Write a mod, with the last part of the path as its id, that speaks `dialects`, or any; the files, in order.

    `template` is a folder of `templates`; by default the dialects choose one.
    `stubs` are the editor stubs of all dialects (see host/tools/reference/stubs.py): file name -> text.

    Raises RequestError, and leaves nothing behind, when the id is not allowed, when something is there already, and
    when the folder cannot be written.
    """
    identity = target.name
    problem = why_no_id(identity)
    if problem is None and identity in bundled_ids():
        problem = "a bundled mod has that id"
    if problem is None and identity in KEYWORDS:
        # Mods.end would be a syntax error.
        problem = "it is a keyword of Lua"
    if problem:
        raise RequestError(f'"{identity}" cannot be the id of a mod: {problem}')
    if os.path.lexists(target):
        raise RequestError(f'"{target}" exists already, and nothing is overwritten')
    if not target.parent.is_dir():
        raise RequestError(f'"{target}" cannot be written: there is no folder "{target.parent}"')
    try:
        # Renamed at the end, so that the mod appears whole or not at all.
        mod_workers = Path(tempfile.mkdtemp(prefix=f".{identity}.", dir=target.parent))
        try:
            made = mod_workers / identity
            template = template or ("dialects" if dialects else "small")
            written = sorted(_write(made, identity, template, dialects, stubs))
            made.rename(target)
        finally:
            shutil.rmtree(mod_workers, ignore_errors=True)
    except OSError as error:
        raise RequestError(f'"{target}" cannot be written: {error.strerror}') from None
    return written


def _write(
    folder: Path, identity: str, template: str, dialects: Collection[str], stubs: Mapping[str, str]
) -> Iterator[str]:
    left_out = {part for dialect, part in PARTS.items() if dialect not in dialects}
    for source, name in (*_files(TEMPLATES / template), *_files(TEMPLATES / "editor")):
        if Path(name).stem.removesuffix("_test") not in left_out:
            _put(folder / name, _filled(source.read_text(encoding="utf-8"), identity, dialects))
            yield name
    for name, text in sorted(select_stubs(stubs, dialects).items()):
        _put(folder / STUBS_FOLDER / name, text)
        yield f"{STUBS_FOLDER}/{name}"


def select_stubs(stubs: Mapping[str, str], dialects: Collection[str]) -> dict[str, str]:
    """Return the stubs for a mod of some dialects, or all for a mod of none: file name -> text.

    An editor with stubs of other dialects would suggest names that the mod does not find.
    """
    unspoken = {f"{dialect}.lua" for dialect in DIALECTS if dialects and dialect not in dialects}
    return {name: text for name, text in stubs.items() if name not in unspoken}


def editor_settings(folder: Path, identity: str, stubs_folder: str = STUBS_FOLDER) -> dict[str, bytes]:
    """Return the settings for editors that a mod lacks: file name -> content."""
    files = {}
    for source, name in sorted(_files(TEMPLATES / "editor"), key=itemgetter(1)):
        if not os.path.lexists(folder / name):
            text = _filled(source.read_text(encoding="utf-8"), identity, ())
            files[name] = text.replace(f'"{STUBS_FOLDER}"', json.dumps(stubs_folder)).encode()
    return files


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _files(folder: Path) -> list[tuple[Path, str]]:
    """Yield the files in a folder with their relative paths."""
    return [
        (Path(root, name), Path(root, name).relative_to(folder).as_posix())
        for root, _, names in os.walk(folder)
        for name in names
        if "__pycache__" not in root
    ]


def _filled(text: str, identity: str, dialects: Collection[str]) -> str:
    """Return a template with the lines for these dialects, and the id and the name of the mod."""
    lines = []
    for line in text.splitlines():
        mark = _MARK.search(line)
        if mark is None:
            lines.append(line)
        elif not dialects or set(mark[1].split()) & set(dialects):
            lines.append(line[: mark.start()])
    while lines and not lines[-1]:
        lines.pop()
    name = identity.replace("_", " ").strip().capitalize()
    return _ID.sub(identity, "\n".join(lines) + "\n").replace(_NAME, name)
