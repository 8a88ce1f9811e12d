from typing import Literal, cast

ExportRowsRole = Literal["admin", "member", "owner"]


def check_export_rows_role(value: str) -> ExportRowsRole:
    """A newer API may have more values: they are let through."""
    return cast(ExportRowsRole, value)
