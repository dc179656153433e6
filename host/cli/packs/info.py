"""The command `dungeon-host info`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from host.cli.packs.install import ModSource
from host.cli.shared.options import completes
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.tables import print_table, print_wrapped
from host.errors import RequestError, counted, in_one_line, visible
from host.errors.spelling import did_you_mean
from host.mods.finder import manifest_of
from host.mods.installed import known_ids, packaged_mods
from host.mods.manifest import Manifest
from host.paths import BUNDLED_MODS, bundled_ids


@click.command(cls=HostCommand)
@click.argument(
    "mod",
    metavar="[ID|FILE.zip|INDEX[/ID]]",
    required=False,
    type=ModSource(),
    shell_complete=completes("complete_installed"),
)
def info(mod: str | None) -> None:
    """Show a mod that is installed, bundled, in an archive or in an index; without it, list the installed mods.

    With INDEX alone, a folder or a URL, list the mods of the index. Nothing of a mod runs.

    \b
    Examples:
      dungeon-host info
      dungeon-host info hall
      dungeon-host info hall.zip
      dungeon-host info ./index
    """
    if mod is None:
        _list_installed()
    elif mod.endswith(".zip") and "://" not in mod:
        _show_file(mod)
    elif "/" in mod or mod in (".", ".."):
        _show_of_index(mod)
    else:
        _show_known(mod)


def _list_installed() -> None:
    from host.mods.sharing.installing import installed_mods

    rows = [[mod.id, mod.version, mod.source or "a file", str(mod.folder)] for mod in installed_mods()]
    rows += [[identity, _version_in(folder), "a Python package", str(folder)] for identity, folder in _packaged(rows)]
    if not rows:
        click.echo("no mod is installed")
        return
    print_table(None, ["mod", "version", "from", "folder"], rows)


def _packaged(rows: list[list[str]]) -> list[tuple[str, Path]]:
    return [item for item in sorted(packaged_mods().items()) if item[0] not in [row[0] for row in rows]]


def _version_in(folder: Path) -> str:
    manifest = manifest_of(folder)
    return manifest.version if manifest else "0"


def _show_file(path: str) -> None:
    from host.mods.sharing.installing import read_archive_file

    archive = read_archive_file(path)
    size = sum(map(len, archive.contents.values()))
    files = f"{counted(len(archive.contents), 'file')}, {counted(size, 'byte')}"
    _show(archive.manifest, [("files", files), ("SHA-256", archive.sha256)])


def _show_known(identity: str) -> None:
    from host.mods.sharing.installing import installed_mods

    installed = {mod.id: mod for mod in installed_mods()}
    more: list[tuple[str, str]] = []
    if identity in bundled_ids():
        folder, origin = BUNDLED_MODS / identity, "bundled with the host"
    elif identity in installed:
        mod = installed[identity]
        folder, origin = mod.folder, mod.source or "a file"
        more = [("SHA-256", mod.sha256)]
    elif identity in (packaged := packaged_mods()):
        folder, origin = packaged[identity], "a Python package"
    else:
        raise RequestError(f'there is no mod "{identity}"', hint=did_you_mean(identity, known_ids()))
    manifest = manifest_of(folder)
    if manifest is None:
        raise RequestError(f'the mod.toml in "{folder}" cannot be read')
    _show(manifest, [("from", origin), ("folder", str(folder)), *more])


def _show(manifest: Manifest, more: list[tuple[str, str]]) -> None:
    lines = [
        ("mod", f"{manifest.id} {manifest.version}"),
        ("name", manifest.name),
        ("about", manifest.description),
        ("needs", _ranges(manifest.dependencies)),
        ("optional", _ranges(manifest.optional)),
        ("conflicts", _ranges(manifest.conflicts)),
        *more,
    ]
    print_wrapped(visible("\n".join(f"{label:<10}{text}" for label, text in lines if text)))


def _ranges(ranges: Mapping[str, str]) -> str:
    return ", ".join(f"{identity} {wanted}".strip() for identity, wanted in ranges.items())


def _show_of_index(text: str) -> None:
    from host.mods.sharing.candidates import newest_first_releases
    from host.mods.sharing.index import Index, parse_target

    try:
        index = Index(text)
    except RequestError as error:
        try:
            target = parse_target(text)
            index = Index(target.source)
        except RequestError:
            raise error from None
        releases = index.releases(target.id)
        if not releases:
            raise RequestError(f'the index has no mod "{target.id}"', hint=index.suggest(target.id)) from None
        rows = [
            [r.version, "yanked" if r.yanked else "", _ranges(r.dependencies) or "–", str(r.size), r.sha256]
            for r in newest_first_releases(releases)
        ]
        print_wrapped(visible(f"{releases[-1].id}: {releases[-1].description}".removesuffix(": ")))
        print_table(None, ["version", "", "needs", "bytes", "SHA-256"], rows)
        return
    # There may be ten thousand: lines take no time to lay out.
    for mod in index.listed():
        click.echo(in_one_line(f"{mod.id} {mod.version}  {mod.description}").rstrip())
