"""Saved files that the studio notices, and links of mods that it does not follow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from host.studio.saved_files import watch_saved_files
from tests.helpers import MakeMod


async def next_names(saved: AsyncIterator[set[Path]], *, until: str) -> set[str]:
    """Return the names of the files that are noticed, until one of them comes."""
    names: set[str] = set()
    while until not in names:
        names |= {path.name for path in await asyncio.wait_for(anext(saved), 60)}
    return names


@pytest.mark.skipif("sys.platform != 'linux'", reason="counts what inotify watches")
def test_links_of_a_mod_are_not_watched(make_mod: MakeMod) -> None:
    mod = make_mod("m", files={"tests/a_test.lua": ""})
    outside = mod.parent / "home"
    outside.mkdir()
    for name, target in {"root": "/", "home": outside, "up": "..", "self": "."}.items():
        (mod / name).symlink_to(target)

    async def watch() -> None:
        saved = watch_saved_files(lambda: [mod])
        first = asyncio.ensure_future(next_names(saved, until="init.lua"))
        while not count_watches():
            await asyncio.sleep(0.01)
        assert count_watches() == 2
        (outside / "notes.txt").write_text("private")
        (mod / "init.lua").write_text("-- saved")
        assert await first == {"init.lua"}
        # Files of new folders are noticed, too.
        for folder in ("new", "newer"):
            (mod / folder).mkdir()
            (mod / folder / "b.lua").write_text("")
            assert await next_names(saved, until="b.lua") <= {folder, "b.lua"}
        following = asyncio.ensure_future(next_names(saved, until="b.lua"))
        while count_watches() != 4:
            await asyncio.sleep(0.01)
        (mod / "newer" / "b.lua").write_text("return 1")
        await following

    # In a thread of its own: the browser of other tests has the event loop of this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, watch()).result(120)


def count_watches() -> int:
    count = 0
    for path in Path("/proc/self/fdinfo").iterdir():
        with suppress(OSError):
            count += path.read_text().count("inotify wd")
    return count
