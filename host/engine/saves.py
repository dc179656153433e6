"""Saves on their way between the child, which may touch no file, and its parent, which writes them.

A line of JSON (the header, the key and the size of each chunk, the keys to remove), then the bytes of the chunks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from host.save.contents import ChunkKey, Contents

_MOST_NAME = 200


def pack_save(header: Mapping[str, Any], changed: Mapping[ChunkKey, bytes], dropped: Iterable[ChunkKey] = ()) -> bytes:
    """Pack the arguments of a WriteSave."""
    sizes = [[*key, len(data)] for key, data in changed.items()]
    line = json.dumps({"header": header, "changed": sizes, "dropped": [[*key] for key in dropped]})
    return b"".join((line.encode(), b"\n", *changed.values()))


def unpack_save(data: bytes) -> tuple[dict[str, Any], dict[ChunkKey, bytes], list[ChunkKey]]:
    """Unpack what a child packed. Raises ValueError for anything else: children are not trusted."""
    line, _, rest = data.partition(b"\n")
    try:
        save = json.loads(line)
        header, sizes, dropped = save["header"], save["changed"], save["dropped"]
        changed, at = {}, 0
        for kind, key, size in sizes:
            if type(size) is not int or not 0 <= size <= len(rest) - at:
                raise ValueError("a chunk is cut off")
            changed[_checked_key(kind, key)] = rest[at : at + size]
            at += size
        keys = [_checked_key(kind, key) for kind, key in dropped]
    except (TypeError, KeyError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(header, dict):
        raise ValueError("no header")
    return header, changed, keys


def pack_contents(contents: Contents | None) -> bytes | None:
    """Pack the save that a job continues, if there is one."""
    return None if contents is None else pack_save(contents.header, contents.chunks)


def unpack_contents(data: bytes | None) -> Contents | None:
    """Unpack what `pack_contents` packed."""
    return None if data is None else Contents(*unpack_save(data)[:2])


def _checked_key(kind: Any, key: Any) -> ChunkKey:
    if not isinstance(kind, str) or not isinstance(key, str) or len(kind) + len(key) > _MOST_NAME:
        raise ValueError("no chunk has a key of this form")
    # Half of a surrogate pair, which no database stores, is a ValueError, too.
    f"{kind}{key}".encode()
    return kind, key
