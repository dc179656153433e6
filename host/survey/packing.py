"""Packed mods: the file of a survey holds its mods, so that its dungeons can be made again from it alone."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath

from host.engine.jobs import Job
from host.errors import DamagedSaveError, SaveError, listing
from host.mods.files import content_hash, files_of
from host.mods.finder import mods_beside
from host.mods.installed import find_beside
from host.paths import BUNDLED_MODS
from host.paths.folders import is_mod, open_below
from host.survey.plan import SurveyPlan
from host.survey.reader import read_packed, read_plan

# Limits of a packed mod: the bytes of all its files, unpacked, and the number of files.
MOST_BYTES, MOST_FILES = 256 * 2**20, 20_000
# Bytes of the list of files at the end of a packed mod, which has no comment: of each file about 50 and its name.
_MOST_LIST_BYTES = MOST_FILES * 300
# The end of a zip file, and the bytes before it where another form of the end is named.
_ZIP_END, _ZIP_LOCATOR_BYTES = struct.Struct("<4s4H2LH"), 20
# Why a mod is left out.
LEFT_OUT = "it is too large, or has a file whose name is too long or not UTF-8"
# Files of a mod that cannot change a dungeon: tests, texts for people and limits of surveys.
_WITHOUT_EFFECT = re.compile(r"^tests?/|(^|/)test_[^/]*\.lua$|_(test|spec)\.lua$|\.md$|^survey\.toml$|^LICENSE")
# Bytes of the longest path of a file that is packed.
_LONGEST_NAME = 2000
# Changed files in a message.
_MOST_NAMED = 3
# Zip files have no earlier date.
_DATE = (1980, 1, 1, 0, 0, 0)


def pack_mods(job: Job, mods: Iterable[tuple[str, str, str]]) -> dict[str, bytes]:
    """Return the packed files of the mods (id, version, content hash) that a job loaded, by id.

    The child that loaded the mods is not trusted to name their folders, so hashes identify the folders. A mod that is
    too large, or has a file whose path is long or not UTF-8, is left out.
    """
    folders = _list_folders(job)
    packed = {}
    for identity, _, digest in mods:
        named = [folder for folder in folders if folder.name == identity]
        for folder in dict.fromkeys([*named, *folders]):
            if content_hash(folder) == digest:
                archive = _pack(folder)
                if archive is not None:
                    packed[identity] = archive
                break
    return packed


def _list_folders(job: Job) -> list[Path]:
    """Return all folders of mods that a job may have loaded."""
    folders: list[Path] = []
    for path in map(Path, job.mods.folders):
        folders += (
            [path, *map(Path, mods_beside(path))]
            if is_mod(path)
            else [sub for sub in sorted(path.iterdir()) if is_mod(sub)]
        )
    folders += map(Path, find_beside(job.mods.folders, job.mods.names))
    return [*folders, *(folder for folder in sorted(BUNDLED_MODS.iterdir()) if is_mod(folder))]


def _pack(folder: Path) -> bytes | None:
    """Return the files of a mod as a zip file, equal for equal files; None for a mod that is left out."""
    files = sorted(files_of(folder), key=lambda path: path.relative_to(folder).as_posix())
    if len(files) > MOST_FILES or sum(path.stat().st_size for path in files) > MOST_BYTES:
        return None
    names = [path.relative_to(folder).as_posix() for path in files]
    if not all(map(_can_be_unpacked, names)):
        return None
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            # Not by the paths that mods write, in which no colon and no backslash can be part of a name.
            *parts, last = name.split("/")
            with open_below(folder, parts) as parent:
                content = parent.read(last, name, MOST_BYTES)
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _can_be_unpacked(name: str) -> bool:
    """Return whether the path of a file is UTF-8, and fits behind the path of another folder."""
    try:
        return len(name.encode()) <= _LONGEST_NAME
    except UnicodeEncodeError:
        # Python has surrogates for other bytes.
        return False


def adopt_mods(path: Path, plan: SurveyPlan, pack: Callable[[], Mapping[str, bytes]]) -> SurveyPlan:
    """Return a plan with the mods of the survey in a file, if they differ only in files that cannot change a dungeon.

    Raises SaveError that names other files. `pack` returns the packed mods of the plan, by id.
    """
    stored, _ = read_plan(path)
    ids = [mod for mod, _, _ in stored.mods]
    if stored.mods == plan.mods or stored.generator != plan.generator or ids != [mod for mod, _, _ in plan.mods]:
        return plan
    before, now = read_packed(path), pack()
    if not {*ids} <= {*before} & {*now}:
        # A mod was left out, so its files cannot be compared.
        return plan
    changed = [f"{mod}/{file}" for mod in ids for file in _find_changed_files(mod, before[mod], now[mod])]
    if changed:
        names = listing(shortened(changed), "and")
        mods = dict.fromkeys(name.partition("/")[0] for name in changed)
        subject = f"the mod{'s' if len(mods) > 1 else ''} {listing(mods, 'and')} {'have' if len(mods) > 1 else 'has'}"
        raise SaveError(
            f'the survey "{path}" cannot go on: {subject} changed since ({names})', hint="-o must name another file"
        )
    return replace(plan, mods=stored.mods)


def find_changed_files(path: Path, mod: str, folder: Path) -> list[str]:
    """Return the files of a mod that may change a dungeon, and that have changed since the survey in `path`.

    When the survey does not hold the mod, "its files" stands for all. Raises SaveError.
    """
    before, now = read_packed(path).get(mod), _pack(folder)
    return ["its files"] if before is None or now is None else _find_changed_files(mod, before, now)


def shortened(files: list[str]) -> list[str]:
    """Return the first names of a long list of files, and "others"."""
    return files if len(files) <= _MOST_NAMED else [*files[:_MOST_NAMED], "others"]


def _find_changed_files(mod: str, before: bytes, now: bytes) -> list[str]:
    """Return the files of a packed mod that differ and that may change a dungeon."""
    with _damage_as_error():
        old, new = (dict(_read_entries(mod, data, MOST_BYTES)) for data in (before, now))
    paths = sorted(path for path in {*old, *new} if old.get(path) != new.get(path))
    return [name for name in (path.relative_to(mod).as_posix() for path in paths) if not _WITHOUT_EFFECT.search(name)]


def unpack_mods(packed: Mapping[str, bytes], mods: Iterable[tuple[str, str, str]], folder: Path) -> None:
    """Write the packed files of mods (id, version, content hash), each into a folder of its id.

    Raises DamagedSaveError for paths that leave the folder, too many bytes, and files that the mod did not have.
    """
    with _damage_as_error():
        bytes_left = MOST_BYTES
        for identity, _, digest in mods:
            for path, content in _read_entries(identity, packed[identity], bytes_left):
                bytes_left -= len(content)
                file = folder.joinpath(*path.parts)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            if content_hash(folder / identity) != digest:
                raise ValueError(f"the files of {identity} differ from the survey")


@contextmanager
def _damage_as_error() -> Iterator[None]:
    """Turn what Python raises for a damaged zip file into a DamagedSaveError."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError, OSError, EOFError) as error:
        raise DamagedSaveError(f"the mods in the survey are damaged: {error}") from None


def _open_archive(data: bytes) -> zipfile.ZipFile:
    """Open a packed mod. Raises ValueError for a list of files that would take much memory, as no packed mod has."""
    end = data[-_ZIP_END.size :]
    fields = _ZIP_END.unpack(end) if len(end) == _ZIP_END.size else ()
    has_long_form = data[-_ZIP_END.size - _ZIP_LOCATOR_BYTES :][:4] == b"PK\6\7"
    if not fields or fields[0] != b"PK\5\6" or fields[7] or has_long_form or fields[5] > _MOST_LIST_BYTES:
        raise ValueError("its list of files is not one of dungeon-host")
    return zipfile.ZipFile(io.BytesIO(data))


def _read_entries(
    identity: str, data: bytes, bytes_left: int, only: PurePosixPath | None = None
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yield path and content of each file of a packed mod, or of one. Raises ValueError for more than `bytes_left`."""
    with _open_archive(data) as archive:
        if len(archive.infolist()) > MOST_FILES:
            raise ValueError(f"{identity} has too many files")
        for entry in archive.infolist():
            path = PurePosixPath(identity, entry.filename)
            if not identity.isidentifier() or entry.filename.startswith("/") or {"..", ""} & {*path.parts}:
                raise ValueError(f"{entry.filename!r} is not inside of its mod")
            if only not in (None, path):
                continue
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                # Others take as much memory as they ask for.
                raise ValueError(f"{entry.filename!r} is packed in another way")
            # The directory of the archive may name a wrong size.
            with archive.open(entry) as file:
                content = file.read(bytes_left + 1)
            bytes_left -= len(content)
            if bytes_left < 0:
                raise ValueError("its files have too many bytes")
            yield path, content


def read_packed_file(survey: Path, mod: str, name: str, most_bytes: int) -> str | None:
    """Return the text of a file of a packed mod, or None when there is none. Raises SaveError."""
    data = read_packed(survey).get(mod)
    path = PurePosixPath(mod, name)
    with _damage_as_error():
        entries = dict(_read_entries(mod, data, most_bytes, path)) if data else {}
        content = entries.get(path)
        return None if content is None else content.decode()
