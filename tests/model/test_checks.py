from __future__ import annotations

import numpy as np
import pytest

from host.errors import RequestError
from host.model.checks import check_list, check_text, check_whole


def test_what_fits_is_returned() -> None:
    assert check_text("name", "ab", 2) == "ab"
    assert check_list("rows", [1, 2], 2) == [1, 2]
    number = check_whole("seed", np.int64(5), 0, 5)
    assert (number, type(number)) == (5, int)


def test_what_does_not_fit_is_named_with_its_rule() -> None:
    with pytest.raises(RequestError, match=r"^name is 5: must be a text$"):
        check_text("name", 5)
    with pytest.raises(RequestError, match=r"^name has 3 characters: must have at most 2$"):
        check_text("name", "abc", 2)
    with pytest.raises(RequestError, match=r"^rows is \(\): must be a list$"):
        check_list("rows", ())
    with pytest.raises(RequestError, match=r"^rows has 3 elements: must have at most 2$"):
        check_list("rows", [1, 2, 3], 2)
    with pytest.raises(RequestError, match=r"^seed is True: must be a whole number between 0 and 5$"):
        check_whole("seed", True, 0, 5)


def test_the_caller_chooses_the_error() -> None:
    with pytest.raises(SyntaxError, match="must be a text"):
        check_text("name", 5, error=SyntaxError)
    with pytest.raises(ValueError, match="must be a list"):
        check_list("rows", 5, error=ValueError)
    with pytest.raises(ValueError, match="between 0 and 5"):
        check_whole("seed", 6, 0, 5, ValueError)
