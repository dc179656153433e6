"""Segment files that are edited: segments that are not stay byte for byte, and the others mean what was wanted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.errors import HostError, RequestError
from host.model.segment_changes import new_segment, resize_segment, turn_segment
from host.model.segment_edits import SegmentEdit, rewrite_segment_file, rewrite_segments
from host.model.segment_file import SegmentText, SwitchText, parse_segments
from tests.helpers import ROOT, examples

BUNDLED = sorted([*ROOT.glob("mods/*/segments/*.txt"), ROOT / "templates/dialects/cellar.txt"])
FILE = """\
# Rooms of an inn.

# The first one.
segment
name : tap room
width:3
height: 2
data:  # the tiles
  1  2 10
  3  4  5

rooms:
  2
  0  0  3  4
  2  0  3  4
end

# Goes with the cellar.
segment
width: 2
height: 2
data:
007 1
2
3
switches:
 2 0 1 1 open 2 5 -6
 1 1 2 a 0 b 1 1
rooms: 1 of them
1 0 0
4 4
end
  eof
What follows is nobody's.
"""


def rewrite(text: str, **changes: Any) -> str:
    """Return a file whose first segment has other fields."""
    segments = parse_segments(text, "s.txt")
    edits = [SegmentEdit(i) for i in range(len(segments))]
    edits[0] = SegmentEdit(0, replace(segments[0], **changes))
    return rewrite_segments(text, "s.txt", edits)


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.name)
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_bundled_files_stay_byte_for_byte(path: Path, ending: str) -> None:
    content = path.read_bytes().replace(b"\n", ending.encode())
    segments = parse_segments(content.decode(), path.name)
    untouched = [SegmentEdit(i) for i in range(len(segments))]
    equal = [SegmentEdit(i, segment) for i, segment in enumerate(segments)]
    assert rewrite_segment_file(content, path.name, untouched) == content
    assert rewrite_segment_file(content, path.name, equal) == content
    # Where another square has another number, the lines of the other segments stay.
    layer = list(segments[-1].layers[0])
    layer[-1] = 87 if layer[-1] > 9 else 8
    edits = [*untouched[:-1], SegmentEdit(len(segments) - 1, replace(segments[-1], layers=[layer]))]
    before = content.split(b"\n")
    changed = rewrite_segment_file(content, path.name, edits).split(b"\n")
    first, last = segments[-1].line - 1, segments[-1].end_line
    assert changed[:first] == before[:first]
    assert changed[last - len(before) :] == before[last:]
    # Files of base are in the form that is written, so that only the row of the square changes.
    if "base" in path.parts:
        assert sum(a != b for a, b in zip(changed, before, strict=True)) == 1


# The first segment of the file as it is written.
TAP_ROOM = """\
# The first one.
# the tiles
segment
name: tap room
width: 3
height: 2
data:
   1   2  10
   3   4   5
rooms:
  2
   0  0  3  4
   2  0  3  4
end
"""
DATA = "   1   2  10\n   3   4   5\n"
ROOMS = "  2\n   0  0  3  4\n   2  0  3  4\n"


@pytest.mark.parametrize(
    ("changes", "before", "after"),
    [
        ({"layers": [[1, 2, 7, 3, 4, 5]]}, "  10\n", "   7\n"),
        ({"layers": [[1, 12345, 10, 3, 4, 5]]}, DATA, "     1 12345    10\n     3     4     5\n"),
        ({"title": "kitchen: new"}, "tap room", "kitchen: new"),
        ({"title": None}, "name: tap room\n", ""),
        ({"rooms": [(-1, -1, 3, 4), (1, -1, 12, 4)]}, "   2  0  3", "   2  0 12"),
        ({"rooms": [(-1, -1, 3, 4), (-200, -1, 3, 4)]}, ROOMS, "  2\n     0    0    3    4\n  -199    0    3    4\n"),
        ({"rooms": [(1, -1, 3, 4)]}, ROOMS, "  1\n   2  0  3  4\n"),
        (
            {"width": 2, "height": 1, "layers": [[10, 2]]},
            f"3\nheight: 2\ndata:\n{DATA}",
            "2\nheight: 1\ndata:\n  10   2\n",
        ),
        ({"layers": [[0] * 6, [1, 2, 10, 3, 4, 5]]}, "data:\n", "data:\n   0   0   0\n   0   0   0\ndata:\n"),
        (
            {"switches": [SwitchText(1, 1, (("open", (2, 3)), ("a", ())), 0)]},
            "rooms:",
            "switches:\n  1\n  1 1 2\n    open 2 2 3\n    a 0\nrooms:",
        ),
    ],
    ids=["shorter", "longer", "name", "no name", "room", "far room", "less", "size", "layer", "switches"],
)
def test_an_edited_segment_is_written_whole(changes: dict[str, Any], before: str, after: str) -> None:
    assert TAP_ROOM.count(before) == 1
    start, end = FILE.index("# The first one."), FILE.index("\n# Goes")
    expected = FILE[:start] + TAP_ROOM.replace(before, after) + FILE[end:]
    assert rewrite(FILE, **changes) == expected
    assert rewrite(FILE.replace("\n", "\r\n"), **changes) == expected.replace("\n", "\r\n")


def test_texts_inside_a_segment_become_comments_before_it() -> None:
    written = rewrite(FILE, title="first")
    # They are said once, however often the segment is edited.
    assert rewrite(written, title="tap room") == written.replace("name: first", "name: tap room")
    _, second = parse_segments(FILE, "s.txt")
    edited = rewrite_segments(FILE, "s.txt", [SegmentEdit(0), SegmentEdit(1, replace(second, title="second"))])
    assert edited.startswith(FILE[: FILE.index("segment\nwidth: 2")] + "# 1 of them\nsegment\nname: second\n")
    assert edited.endswith("end\n  eof\nWhat follows is nobody's.\n")


def test_a_file_without_a_last_line_end_is_edited() -> None:
    text = FILE[: FILE.index("\nWhat")]
    assert rewrite(text, title="first") == rewrite(FILE, title="first").removesuffix("\nWhat follows is nobody's.\n")


def test_segments_are_added_and_removed() -> None:
    new = new_segment(2, 1, 7, "new")
    block = "segment\nname: new\nwidth: 2\nheight: 1\ndata:\n   7   7\nrooms:\n  1\n   0  0  4  3\nend\n"
    kept = [SegmentEdit(0), SegmentEdit(1)]
    assert rewrite_segments(FILE, "s.txt", [*kept, SegmentEdit(None, new)]) == FILE.replace("  eof", f"\n{block}  eof")
    between = rewrite_segments(FILE, "s.txt", [kept[0], SegmentEdit(None, new), kept[1]])
    assert between == FILE.replace("end\n\n# Goes", f"end\n\n{block}\n# Goes")
    first = rewrite_segments(FILE, "s.txt", [SegmentEdit(None, new), *kept])
    assert first == FILE.replace("segment\nname : tap", f"{block}\nsegment\nname : tap")
    without = rewrite_segments(FILE, "s.txt", [kept[0]])
    assert without == FILE[: FILE.index("\n# Goes")] + "  eof\nWhat follows is nobody's.\n"
    assert rewrite_segments("# none\neof", "s.txt", [SegmentEdit(None, new)]) == f"# none\n{block}\neof"
    assert rewrite_segments(FILE, "s.txt", []).startswith("# Rooms of an inn.\n")


def test_the_byte_order_mark_stays() -> None:
    content = b"\xef\xbb\xbf" + FILE.encode()
    edited = rewrite_segment_file(content, "s.txt", [SegmentEdit(0), SegmentEdit(1)])
    assert edited == content


@pytest.mark.parametrize(
    ("segment", "message"),
    [
        (replace(new_segment(2, 2, 1), title="two\nlines: 1"), "is not one of name"),
        (replace(new_segment(2, 2, 1), title=" edges "), "cannot hold the segment number 1"),
        (replace(new_segment(2, 2, 1), layers=[]), "must have a layer"),
        (replace(new_segment(2, 2, 1), layers=[[1, 2, 3]]), "this row has 1 number"),
        (replace(new_segment(2, 2, 1), layers=[[1, 2, 3, -1]]), "-1 is not a tile number"),
        (replace(new_segment(2, 2, 1), rooms=[]), "rooms (at least one)"),
        (replace(new_segment(2, 2, 1), switches=[SwitchText(5, 0, (("f", ()),), 0)]), "x of a switch is 5"),
    ],
)
def test_what_the_format_cannot_hold_is_refused(segment: SegmentText, message: str) -> None:
    with pytest.raises(HostError) as caught:
        rewrite_segments("eof\n", "s.txt", [SegmentEdit(None, segment)])
    assert message in caught.value.message


@pytest.mark.parametrize("sources", [[1, 0], [0, 0], [2], [-1]])
def test_sources_are_segments_of_the_file_in_order(sources: list[int]) -> None:
    with pytest.raises(RequestError, match="sources must be numbers of the 2 segments"):
        rewrite_segments(FILE, "s.txt", [SegmentEdit(source) for source in sources])


# -- any file, any edit

NUMBERS = st.one_of(st.integers(0, 12), st.integers(0, 2**63 - 1))
SPACES = st.sampled_from([" ", "  ", "   ", "\t", "\n", "\r\n", "\n\n  "])
TITLES = st.none() | st.text("ab:# é", min_size=1, max_size=6).map(str.strip).filter(bool)


@st.composite
def segments_of(draw: Any) -> SegmentText:
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    square = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    calls = st.lists(
        st.tuples(st.sampled_from(["open", "f2"]), st.lists(st.integers(-9, 99), max_size=2).map(tuple)),
        min_size=1,
        max_size=2,
    )
    return SegmentText(
        0,
        title=draw(TITLES),
        width=width,
        height=height,
        layers=draw(
            st.lists(st.lists(NUMBERS, min_size=width * height, max_size=width * height), min_size=1, max_size=2)
        ),
        switches=[SwitchText(*draw(square), tuple(calls), 0) for calls in draw(st.lists(calls, max_size=2))],
        rooms=draw(st.lists(st.tuples(*[st.integers(-2, 30)] * 4), min_size=1, max_size=4)),
    )


@st.composite
def texts_of(draw: Any, segments: list[SegmentText]) -> str:
    """Return a text with segments, spaced in many ways."""
    ending = draw(st.sampled_from(["\n", "\r\n"]))

    def words(numbers: Any) -> str:
        return "".join(f"{draw(SPACES)}{number}" for number in numbers)

    text = draw(st.sampled_from(["", "# top\n", "\n"]))
    for segment in segments:
        text += draw(st.sampled_from(["", "\n", "# about\n", "\n# far\n\n# near\n"])) + "segment\n"
        text += f"name:{segment.title}\n" if segment.title else draw(st.sampled_from(["", "name:\n"]))
        text += f"width: {segment.width}\n  height :{segment.height} \n"
        for layer in segment.layers:
            text += f"data:{draw(st.sampled_from(['', ' # tiles', 'x']))}\n{words(layer).lstrip()}\n"
        for part in [segment.rooms] if draw(st.booleans()) else [segment.rooms[:1], segment.rooms[1:]]:
            rooms = [number for x, y, w, h in part for number in (x + 1, y + 1, w, h)]
            text += f"rooms: ignored\n{words([len(part), *rooms])}\n"
        if segment.switches:
            flat: list[Any] = [len(segment.switches)]
            for switch in segment.switches:
                flat += [switch.x, switch.y, len(switch.calls)]
                for name, arguments in switch.calls:
                    flat += [name, len(arguments), *arguments]
            text += f"switches:\n{words(flat)}\n"
        text += " end\n"
    text += draw(st.sampled_from(["eof", "eof\n", "# last\neof\nsegment\n"]))
    return str(text).replace("\r\n", "\n").replace("\n", ending)


def contents(segments: Any) -> list[Any]:
    return [
        (s.title, s.width, s.height, s.layers, [(w.x, w.y, w.calls) for w in s.switches], s.rooms) for s in segments
    ]


@settings(max_examples=examples(100), deadline=None)
@given(st.data())
def test_any_edit_of_any_file_means_what_was_wanted(data: st.DataObject) -> None:
    before = data.draw(st.lists(segments_of(), max_size=3))
    text = data.draw(texts_of(before))
    parsed = parse_segments(text, "s.txt")
    assert contents(parsed) == contents(before)
    untouched = [SegmentEdit(i) for i in range(len(parsed))]
    assert rewrite_segments(text, "s.txt", untouched) == text
    assert rewrite_segments(text, "s.txt", [SegmentEdit(i, s) for i, s in enumerate(parsed)]) == text
    edits = []
    for i, segment in enumerate(parsed):
        edits += [SegmentEdit(None, new) for new in data.draw(st.lists(segments_of(), max_size=1))]
        match data.draw(st.sampled_from(["keep", "remove", "cell", "layers", "any"])):
            case "keep":
                edits.append(SegmentEdit(i))
            case "cell":
                layer = list(segment.layers[0])
                layer[data.draw(st.integers(0, len(layer) - 1))] = data.draw(NUMBERS)
                edits.append(SegmentEdit(i, replace(segment, layers=[layer, *segment.layers[1:]])))
            case "layers":
                layers = data.draw(st.permutations([*segment.layers, [0] * len(segment.layers[0])]))
                edits.append(SegmentEdit(i, replace(segment, layers=layers[: data.draw(st.integers(1, 3))])))
            case "any":
                edits.append(SegmentEdit(i, data.draw(segments_of())))
    written = rewrite_segments(text, "s.txt", edits)
    assert contents(parse_segments(written, "s.txt")) == contents(
        [edit.segment or parsed[edit.source or 0] for edit in edits]
    )
    for line in text.replace("\r", "").split("\n"):
        if line.startswith(("# top", "# last")):
            assert line in written
    # Segments that nobody edited stay byte for byte, and so does what follows the last one. Texts inside the others
    # stay as comments.
    lines = text.split("\n")
    end = 0
    for edit in edits:
        if edit.source is not None:
            segment = parsed[edit.source]
            is_edited = edit.segment is not None and contents([edit.segment]) != contents([segment])
            block = "\n".join(lines[segment.line - 1 : segment.end_line])
            kept = [f"# {note.lstrip('# ')}" for note in segment.notes] if is_edited else [block]
            for part in kept:
                end = written.index(part, end) + len(part)
    assert written.endswith("\n".join(lines[parsed[-1].end_line if parsed else 0 :]))


@settings(max_examples=examples(60), deadline=None)
@given(segments_of(), st.integers(0, 7), st.integers(-3, 3), st.integers(-3, 3))
def test_segments_turn_and_change_their_size(segment: SegmentText, orientation: int, x: int, y: int) -> None:
    turned = turn_segment(segment, orientation, {})
    back = orientation if orientation & 4 else -orientation & 3
    assert contents([turn_segment(turned, back, {})]) == contents([replace(segment)])
    larger = resize_segment(segment, segment.width + 3, segment.height + 3, abs(x), abs(y), 5)
    smaller = resize_segment(larger, segment.width, segment.height, -abs(x), -abs(y))
    assert smaller.layers == segment.layers
    assert len(smaller.switches) == len(segment.switches)
    rewrite_segments("eof", "s.txt", [SegmentEdit(None, larger)])


def test_rooms_follow_the_border_when_a_segment_grows() -> None:
    segment = replace(new_segment(4, 4, 1), rooms=[(-1, -1, 4, 6), (1, -1, 4, 6)])
    assert resize_segment(segment, 6, 5, 1, 0, 2).rooms == [(-1, -1, 5, 7), (2, -1, 5, 7)]
    assert resize_segment(segment, 1, 1).rooms == [(-1, -1, 3, 3)]
