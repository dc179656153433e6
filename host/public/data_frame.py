"""Data frames of pandas, as to_dataframe of maps and surveys returns them."""

from collections.abc import Mapping
from typing import Any

from host.errors import RequestError
from host.paths import how_to_install


def make_data_frame(columns: Mapping[str, Any]) -> Any:
    """Return a data frame of columns by their names. Raises RequestError without pandas."""
    try:
        from pandas import DataFrame
    except ModuleNotFoundError:
        raise RequestError(f"pandas is not installed: {how_to_install('pandas')}") from None
    return DataFrame(columns)
