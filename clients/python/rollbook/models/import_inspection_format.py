from typing import Literal, cast

ImportInspectionFormat = Literal["csv", "ndjson"]


def check_import_inspection_format(value: str) -> ImportInspectionFormat:
    """A newer API may have more values: they are let through."""
    return cast(ImportInspectionFormat, value)
