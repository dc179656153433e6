"""What Python holds for mods: texts that Lua does not pay for are bounded."""

from __future__ import annotations

import pytest

from host.play.game import MAX_EVENT_CHARACTERS
from tests.helpers import RunLua


@pytest.mark.parametrize("call", ["kts.FlashMessage(text .. i, 2)", "kts.PrintLoc(text .. i)"])
def test_texts_of_events_are_bounded_together(run_lua: RunLua, call: str) -> None:
    run = run_lua(f"local text = ('x'):rep(1000000) for i = 1, 50 do {call} end", mods=["base"])
    length = sum(len(value) for event in run.map.events for value in event.values() if isinstance(value, str))
    assert MAX_EVENT_CHARACTERS // 2 < length <= MAX_EVENT_CHARACTERS
