from typing import Literal, cast

ExportRowsStatus = Literal["active", "invited", "suspended"]


def check_export_rows_status(value: str) -> ExportRowsStatus:
    """A newer API may have more values: they are let through."""
    return cast(ExportRowsStatus, value)
