"""Files of mods, which mods read only inside the folders of mods."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from host.errors import HostError, RequestError, in_one_line
from host.errors.spelling import nearest
from host.errors.work import WORK
from host.model.request import digest_file
from host.paths.folders import LOCK, as_read_errors, mod_around, open_below, read_regular_file, walk_folders

# A name with one of them would end lines of diagnostics and of reports.
_CONTROLS = frozenset(map(chr, (*range(1, 32), 127)))
# Bytes of the largest file that is read.
MOST_BYTES = 16 * 2**20
_MOST_LUA_FILES = 5000
# Names of a folder that are listed.
_MOST_NAMES = 10000
# Instructions that a mod is charged for opening a file or a folder, and for each name in a folder; and bytes that are
# read for one instruction.
_OPENED, _NAMED, _BYTES_READ = 4000, 8, 8
# Texts without a file that are stored.
_MOST_TEXTS = 100
# Locks, surveys, recordings, saves and their backups, also while their databases are open.
_WRITTEN = re.compile(rf"{re.escape(LOCK)}|.+\.(survey|rec|save(\.backup\d+)*)(-wal|-shm|-journal)?", re.DOTALL)
# Files whose hashes are in the JSON of each map.
_MOST_NAMED = 1000


class ModFiles:
    """Files by mod and relative path, and as the virtual file system of kts modules.

    There a file is `/mod/path`, and a mod finds its files and the files of mods that were loaded before it.
    """

    def __init__(self) -> None:
        # Id of a mod -> its folder with links resolved, in load order.
        self._folders: dict[str, Path] = {}
        # Whether mods are loading; afterwards kts scripts find no files.
        self.open = True
        # `mod/path` -> a text that no file has, such as a line of the REPL; the last ones.
        self._texts: dict[str, bytes] = {}
        # Takes `mod/path` and the text of a Lua file, and returns the text that runs.
        self.edit: Callable[[str, bytes], bytes] = lambda _, text: text

    def mount(self, mod: str, folder: Path) -> None:
        """Make the files of a mod available."""
        self._folders[mod] = folder.resolve()

    def add_text(self, name: str, content: bytes) -> None:
        """Let `mod/path` be a text that no file has."""
        self._texts[name] = content
        if len(self._texts) > _MOST_TEXTS:
            del self._texts[next(iter(self._texts))]

    def has(self, mod: str, path: str) -> bool:
        """Return whether a mod has a file."""
        return _is_file(self._folders[mod], path)

    def read_file(self, mod: str, path: str) -> bytes:
        """Return the content of a file of a mod. Raises HostError unless it is a regular file in the folder."""
        WORK.note(_OPENED)
        content = _read(self._folders[mod], path, f"{mod}/{path}")
        WORK.note(len(content) // _BYTES_READ)
        return content

    def find(self, mod: str, path: str) -> None:
        """Raise HostError unless a mod has a file; the hint is the name of the nearest one."""
        locate(self._folders[mod], path)
        if not self.has(mod, path):
            raise HostError(f'there is no file "{mod}/{path}"', hint=self._suggest([[mod, *_parts(path)]]))

    def list_folder(self, mod: str, path: str) -> list[str]:
        """Return the names in a folder of a mod that count for its hash, sorted. Raises HostError."""
        WORK.note(_OPENED)
        try:
            names = list_mod_folder(self._folders[mod], path or ".")
        except OSError as error:
            raise HostError(f'the folder "{mod}/{path}" cannot be read: {error.strerror}') from None
        WORK.note(len(names) * _NAMED)
        return list(filter(_counts, names))[:_MOST_NAMES]

    def resolve(self, directory: str, name: str) -> str:
        """Return the full name (`/mod/path`) of a file that a kts script in `directory` (`/mod/…/`) names."""
        if not self.open:
            raise HostError(f'the file "{name}" cannot be opened: mods read files only while they load')
        candidates = self._candidates(directory, name)
        for candidate in candidates:
            if candidate and candidate[0] in self._folders and self.has(candidate[0], "/".join(candidate[1:])):
                return "/" + "/".join(candidate)
        for mod, *path in filter(None, candidates):
            _refuse_uncounted(path, name)
            if mod in self._folders and self._is_folder(mod, path):
                raise HostError(f'"{name}" is a folder: must be a file')
        looked = " nor ".join("/".join(c) or "/" for c in candidates)
        raise HostError(f'the file "{name}" was not found: there is no {looked}', hint=self._suggest(candidates))

    def _suggest(self, candidates: list[list[str]]) -> str | None:
        """Return a hint with the name of the nearest file, or None."""
        for mod, *path in filter(None, candidates):
            if mod in self._folders and path and self._is_folder(mod, path[:-1]):
                try:
                    inside = "/".join(path[:-1]) or "."
                    names = list_mod_folder(self._folders[mod], inside)[:_MOST_NAMES]
                    WORK.note(_OPENED * len(names))
                    # Without endings, which make all names similar.
                    by_stem = {Path(name).stem: name for name in names if self.has(mod, f"{inside}/{name}")}
                    close = nearest(Path(path[-1]).stem, by_stem)
                    return close and f'did you mean "{by_stem[close]}"?'
                except (OSError, HostError):
                    return None
        return None

    @staticmethod
    def _candidates(directory: str, name: str) -> list[list[str]]:
        """Return the paths that a name may mean: in `directory`, unless it begins with a slash, then at the root."""
        if not name:
            raise HostError("the file name is empty")
        candidates = []
        paths = [name] if name[0] in "/\\" else [f"{directory}/{name}", name]
        for path in paths:
            try:
                candidates.append(_parts(path))
            except _LeadsOutError:
                if path is paths[-1] and not candidates:
                    raise
        return candidates

    def _is_folder(self, mod: str, path: list[str]) -> bool:
        try:
            return locate(self._folders[mod], "/".join(path)).is_dir() if path else True
        except (OSError, HostError):
            return False

    def read(self, full_name: str) -> bytes:
        """Return the content of `/mod/path`."""
        text = self._texts.get(full_name.removeprefix("/"))
        if text is not None:
            return text
        mod, *path = _parts(full_name)
        if mod not in self._folders:
            raise HostError(f'there is no mod "{mod}"')
        return self.read_file(mod, "/".join(path))


class _LeadsOutError(HostError):
    """A path leads above the folder in which it starts."""


def locate(folder: Path, path: str) -> Path:
    """Return the real path of `path` in the folder of a mod, which has no links itself; nothing needs to be there.

    Raises HostError for a path that leads out of the folder, itself or by a link, and for what is no path.
    """
    if path.startswith("/"):
        raise HostError(f'the path "{path}" begins with a slash: paths of a mod are relative to its folder')
    parts = _parts(path)
    _refuse_uncounted(parts, path)
    here = str(folder)
    try:
        for part in parts:
            here = f"{here}{os.sep}{part}"
            if stat.S_ISLNK(os.lstat(here).st_mode):
                # Only a link can still lead outside.
                real = folder.joinpath(*parts).resolve()
                if not real.is_relative_to(folder):
                    raise HostError(f'the path "{path}" leads out of the folder of its mod')
                _refuse_uncounted(real.relative_to(folder).parts, path)
                return real
    except (FileNotFoundError, NotADirectoryError):
        # What does not exist is not a link.
        pass
    except RuntimeError:
        raise HostError(f'the path "{path}" leads to a link to itself') from None
    except UnicodeEncodeError:
        raise HostError(f'the path "{in_one_line(path)}" has a character that no name of a file has') from None
    except OSError as error:
        raise HostError(f'the path "{path}" is invalid: {error.strerror}') from None
    return folder.joinpath(*parts)


def _refuse_uncounted(parts: Sequence[str], path: str) -> None:
    """Refuse what the hash of a mod does not count, and what must therefore not change what the mod does.

    Links are followed, and do not count either: `pack` refuses them.
    """
    if not all(map(_counts, parts)):
        rule = "a mod reads no hidden files, and no locks, saves, surveys and recordings"
        raise HostError(f'the path "{path}" is not one of the mod: {rule}')


def _parts(path: str) -> list[str]:
    if not path:
        raise HostError("the file name is empty")
    if len(path) > 1000:
        raise HostError(f"the file name has {len(path)} characters: must have at most 1000")
    if ":" in path or "\0" in path:
        raise HostError(f'the path "{path}" has a character that is not allowed (":" or NUL)')
    if not _CONTROLS.isdisjoint(path):
        raise HostError(f'the path "{in_one_line(path)}" has a control character, which is not allowed')
    parts: list[str] = []
    for part in path.replace("\\", "/").split("/"):
        if part == "..":
            if not parts:
                raise _LeadsOutError(f'the path "{path}" leads out of the mods')
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return parts


def read_script(path: Path) -> bytes:
    """Return the content of a script outside of mods. Raises RequestError."""
    try:
        return read_regular_file(path, str(path), MOST_BYTES)
    except HostError as error:
        raise RequestError(f"the script cannot be read: {error.message}") from None
    except ValueError as error:
        raise RequestError(f"the script cannot be read: {error}") from None


def is_file(path: Path) -> bool:
    """Return whether a path is a file; `Path.is_file` raises errors about folders that this user may not read."""
    return os.path.isfile(path)  # noqa: PTH113


def read_mod_file(folder: Path, path: str, shown: str, most_bytes: int = MOST_BYTES) -> bytes:
    """Return the content of a regular file in the folder of a mod. Raises HostError, in which it is called `shown`.

    A link is followed when it leads to a file of the mod.
    """
    return _read(folder.resolve(), path, shown, most_bytes)


def read_source(path: Path, shown: str, most_bytes: int = MOST_BYTES) -> bytes:
    """Return the content of a file by its full path, which must lie in a mod. Raises HostError."""
    # `Path.resolve` fails where a link leads to itself.
    path = Path(os.path.realpath(path))
    mod = mod_around(path.parent)
    if mod is None:
        raise HostError(f'the file "{shown}" is not in a mod')
    return _read(mod, path.relative_to(mod).as_posix(), shown, most_bytes)


def _read(folder: Path, path: str, shown: str, most_bytes: int = MOST_BYTES) -> bytes:
    *parts, name = _parts_inside(folder, path) or (".",)
    with as_read_errors(shown), open_below(folder, parts) as parent:
        return parent.read(name, shown, most_bytes)


def list_mod_folder(folder: Path, path: str) -> list[str]:
    """Return the names in a folder of a mod, sorted. Raises HostError for a path out of it, and OSError."""
    folder = folder.resolve()
    with open_below(folder, _parts_inside(folder, path)) as opened:
        return opened.names()


def list_mod_files(folder: Path, path: str) -> list[str]:
    """Return the names of the regular files in a folder of a mod, reached through no link, sorted. Raises OSError."""
    with open_below(folder, _parts(path)) as opened:
        return [name for name in opened.names() if stat.S_ISREG(opened.status(name).st_mode)]


def is_mod_file(folder: Path, path: str) -> bool:
    """Return whether the folder of a mod has a regular file, which `read_mod_file` reads unless it is too large."""
    return _is_file(folder.resolve(), path)


def _is_file(folder: Path, path: str) -> bool:
    try:
        return stat.S_ISREG(folder.joinpath(*_parts_inside(folder, path)).lstat().st_mode)
    except (OSError, HostError):
        return False


def _parts_inside(folder: Path, path: str) -> tuple[str, ...]:
    """Return the parts of a path in a mod after its links are followed; `folder` itself has no links."""
    return locate(folder, path).relative_to(folder).parts


def write_mod_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into the folder of a mod, through no link, all whole or none; make folders. Raises RequestError."""
    # Imported here: what loads mods writes no files.
    from host.export.files import Target, write_targets

    targets = {path: Target(folder / path, folder, tuple(_parts(path))) for path in files}
    write_targets({targets[path]: content for path, content in files.items()})


def remove_mod_file(folder: Path, path: str) -> None:
    """Remove a file from the folder of a mod, through no link. Raises OSError."""
    *parts, name = _parts(path)
    with open_below(folder, parts) as parent:
        parent.refuse_unless(name, "a file")
        parent.remove(name)


class ModHashes(NamedTuple):
    """Hashes of the files of a mod, in hexadecimal digits."""

    # 32 digits for the names and contents of all files.
    whole: str
    # Path in the mod -> 8 digits for its content; empty for a mod of more than `_MOST_NAMED` files.
    files: dict[str, str]


def content_hash(folder: Path) -> str:
    """Return a hash of names and contents of the files of a mod, except what `files_of` leaves out."""
    return hash_files(folder).whole


def hash_files(folder: Path) -> ModHashes:
    """Return the hashes of the files of a mod, except what `files_of` leaves out."""
    digest = blake2b(digest_size=16)
    files: dict[str, str] = {}
    for name in sorted(path.relative_to(folder).as_posix() for path in files_of(folder)):
        *parts, last = name.split("/")
        with open_below(folder, parts) as parent:
            size = parent.status(last).st_size
            # A sparse file takes no room on the disk, and hours to read. No mod reads a file of that size.
            content = parent.read(last, name, MOST_BYTES) if size <= MOST_BYTES else b"%d" % size
        own = blake2b(content).digest()
        digest.update(name.encode("utf-8", "surrogateescape") + b"\0")
        digest.update(own)
        files[name] = digest_file(content)
    return ModHashes(digest.hexdigest(), files if len(files) <= _MOST_NAMED else {})


def list_lua_files(folder: Path) -> Iterator[Path]:
    """Yield the Lua files of a mod that can be read, folder by folder in the order of their names; not too many."""
    count = 0
    for root, folders, names in walk_folders(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(root, name)
            if name.endswith(".lua") and _is_plain(path) and path.stat().st_size <= MOST_BYTES:
                count += 1
                if count > _MOST_LUA_FILES:
                    return
                yield path


def files_of(folder: Path) -> Iterator[Path]:
    """Yield the files of a mod that count for its hash.

    These are all but hidden files, links, compiled Python, and what commands write where they are typed: a save in the
    folder of a mod must not make the mod another one, to which the save does not belong.
    """
    for root, folders, names in walk_folders(folder):
        folders[:] = filter(_counts, folders)
        for name in names:
            path = Path(root, name)
            if _counts(name) and _is_plain(path):
                yield path


def _counts(name: str) -> bool:
    """Return whether a file or a folder of that name counts for the hash of a mod."""
    return not name.startswith(".") and name != "__pycache__" and not _WRITTEN.fullmatch(name)


def _is_plain(path: Path) -> bool:
    """Return whether a path is a file and no link; in a folder that may be listed and not entered, nothing is."""
    return is_file(path) and not os.path.islink(path)  # noqa: PTH114 - `is_symlink` raises errors
