from typing import Literal, cast

ImportInspectionKind = Literal[
    "memberships", "service-groups", "team-members", "teams", "users"
]


def check_import_inspection_kind(value: str) -> ImportInspectionKind:
    """A newer API may have more values: they are let through."""
    return cast(ImportInspectionKind, value)
