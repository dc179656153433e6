"""Uids: a plain counter, whose next number a save stores."""

from __future__ import annotations

from host.model.objects import UidSource


def test_uids_count_upwards_from_1() -> None:
    uids = UidSource()
    assert [next(uids) for _ in range(3)] == [1, 2, 3]
    assert uids.next_uid == 4


def test_a_source_goes_on_from_the_next_uid_of_a_save() -> None:
    uids = UidSource()
    next(uids)
    copy = UidSource(uids.next_uid)
    assert next(copy) == next(uids) == 2
