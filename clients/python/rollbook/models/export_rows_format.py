from typing import Literal, cast

ExportRowsFormat = Literal["csv", "ndjson"]


def check_export_rows_format(value: str) -> ExportRowsFormat:
    """A newer API may have more values: they are let through."""
    return cast(ExportRowsFormat, value)
