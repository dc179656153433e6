"""A sample of the attacks that are scripts, as inputs of one session of the REPL, which goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from host.engine.jobs import Job, Operation
from host.errors import HostError, InternalError
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from host.process.budgets import Budgets
from host.tools.repl.session import Repl
from tests.attacks.test_attacks import ADDRESS, ALL, EACH, Attack

SCRIPTS = [attack for attack in ALL if attack.is_script and "Known" not in attack.words][::EACH]


@pytest.fixture(scope="module")
def printed() -> list[str]:
    return []


@pytest.fixture(scope="module")
def session(printed: list[str]) -> Iterator[Repl]:
    job = Job(Operation("", None), ModsToLoad((), ("base",), Budgets(instructions=2_000_000, memory=32 * 2**20)))
    with Repl(job, Request(None, seed=1), seconds=0.6, say=printed.append, warn=printed.append) as opened:
        yield opened


@pytest.mark.parametrize("attack", SCRIPTS, ids=lambda attack: attack.id)
def test_a_session_goes_on_after_an_attack(session: Repl, printed: list[str], attack: Attack) -> None:
    printed.clear()
    shown: list[str] = []
    try:
        shown += session.evaluate(attack.main.read_text(encoding="utf-8")).results
    except InternalError:
        raise
    except HostError as error:
        shown.append(error.report())
    text = "\n".join([*printed, *shown])
    assert not re.search("^(?:found|went on)", text, re.MULTILINE)
    for inside in ("Traceback", "[host]/", "the host failed"):
        assert inside not in text.replace('"[host]/', "")
    assert not ADDRESS.search(text)
    assert session.evaluate("1 + 1").results == ["2"]
