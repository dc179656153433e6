"""Sentences about what happens in a turn, for the person behind the player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from host.errors import shorten
from host.play.action import Blow

# How often, in words.
_TIMES = {1: "", 2: " twice", 3: " three times", 4: " four times"}
# Code of a change of an entity -> the ends of "You …" or "The bones …", and of "The bat …".
_CHANGES = {
    "dead": ("die", "dies"),
    "opened": ("open", "opens"),
    "broken": ("are broken", "is broken"),
    "pushed": ("are pushed", "is pushed"),
    "stuck": ("are stuck", "is stuck"),
    "digs": ("dig", "digs"),
    "gone": ("are gone from the map", "is gone from the map"),
}
# Codes that are no news: a picture shows them, or another report says more.
_SILENT = frozenset({"move", "reorient", "bump", "bounce", "state", "dug", "status", "spent"})
# Letters of the id of an action.
_LONGEST = 60
# Ends of names of one thing that end with s, such as glass, fungus and cyclops.
_SINGULAR = ("ss", "us", "is", "as", "ops")


class Report(NamedTuple):
    """What happened to an entity, or what it did: a code of its world."""

    name: str
    code: str
    is_player: bool
    # Health that it lost.
    lost: float = 0
    # Who hurt it, if that is known without a report of who hits.
    by: Report | None = None
    # Whether the player sees it.
    is_seen: bool = True


class _Blow(NamedTuple):
    """What somebody did to somebody; of several alike, how often, and for how much in all."""

    attacker: Report | None
    victim: Report
    times: int
    lost: float


def name_attackers(reports: Iterable[Report], blows: Iterable[Blow]) -> list[Report]:
    """Return reports in which who was hurt knows by whom: the first blow at it that no report before has."""
    left, named = list(blows), list[Report]()
    for report in reports:
        # The player may be called as its entity is.
        victim = None if report.is_player else report.name
        blow = next((blow for blow in left if victim == (None if blow.is_at_player else blow.victim)), None)
        if report.code == "hurt" and blow is not None:
            left.remove(blow)
            report = report._replace(by=Report(blow.attacker, "hits", blow.is_by_player))
        named.append(report)
    return named


def tell(reports: Iterable[Report]) -> list[str]:
    """Return sentences about a turn: "The bat hits you twice for 3."; alike ones are joined.

    An entity that hits is reported after those that it hurt.
    """
    sentences: list[str] = []
    blows: list[_Blow] = []
    open_blows: list[int] = []
    # A sentence, or the number of a blow, in the order of the turn.
    parts: list[str | int] = []
    for report in reports:
        if report.code == "hurt":
            if report.lost and report.is_seen:
                if report.by is None:
                    open_blows.append(len(blows))
                parts.append(len(blows))
                blows.append(_Blow(report.by, report, 1, report.lost))
        elif report.code == "hits":
            for number in open_blows if report.is_seen else ():
                if blows[number].victim.name != report.name or blows[number].victim.is_player != report.is_player:
                    blows[number] = blows[number]._replace(attacker=report)
            open_blows.clear()
        elif report.code not in _SILENT and report.is_seen:
            parts.append(_describe(report))
    joined = _join(blows)
    for part in parts:
        text = joined.pop(part, "") if isinstance(part, int) else part
        if text:
            sentences.append(text)
    return list(join_alike(sentences))


def _join(blows: list[_Blow]) -> dict[int, str]:
    """Return sentences by the number of the first blow of each pair of attacker and victim."""
    first: dict[tuple[object, ...], int] = {}
    sums: dict[int, _Blow] = {}
    for number, blow in enumerate(blows):
        attacker = blow.attacker and (blow.attacker.name, blow.attacker.is_player)
        key = (attacker, blow.victim.name, blow.victim.is_player)
        start = first.setdefault(key, number)
        before = sums.get(start)
        sums[start] = blow if before is None else before._replace(times=before.times + 1, lost=before.lost + blow.lost)
    return {number: _describe_blow(blow) for number, blow in sums.items()}


def _describe_blow(blow: _Blow) -> str:
    times = _TIMES.get(blow.times, f" {blow.times} times")
    if blow.attacker is None:
        return f"{_subject(blow.victim)} {'lose' if _is_plural(blow.victim) else 'loses'} {blow.lost:g} health{times}."
    victim = "you" if blow.victim.is_player else _with_article(blow.victim)
    verb = "hit" if _is_plural(blow.attacker) else "hits"
    return f"{_subject(blow.attacker)} {verb} {victim}{times} for {blow.lost:g}."


def _describe(report: Report) -> str:
    own, other = _CHANGES.get(report.code, (report.code, report.code))
    return f"{_subject(report)} {own if _is_plural(report) else other}."


def _subject(report: Report) -> str:
    name = "you" if report.is_player else _with_article(report)
    return name[:1].upper() + name[1:]


def _with_article(report: Report) -> str:
    return report.name if report.name.lower().startswith("the ") else f"the {report.name}"


def _is_plural(report: Report) -> bool:
    """Return whether a verb after it has no s: after "you", and names such as bones."""
    name = report.name.lower()
    return report.is_player or (name.endswith("s") and not name.endswith(_SINGULAR))


def in_sentence(reason: str | None) -> str:
    """Return a reason as a sentence."""
    return "" if not reason else f"{reason[:1].upper()}{reason[1:]}{'' if reason.endswith(('.', '!', '?')) else '.'}"


def describe_lost_action(action: str, number: int, count: int) -> str:
    """Return what a player reads of a game that goes on when an action of it, behind `number` others, is none now."""
    return (
        f'"{shorten(action, _LONGEST)}" cannot be done any more: {number} of the {count} actions of the game are '
        "played, and it goes on from there."
    )


def join_alike(sentences: Iterable[str]) -> Iterator[str]:
    """Yield sentences, those that are the same once, with how often."""
    counts: dict[str, int] = {}
    for sentence in sentences:
        counts[sentence] = counts.get(sentence, 0) + 1
    for sentence, count in counts.items():
        yield sentence if count == 1 else f"{sentence.removesuffix('.')} ({count} times)."
