from typing import Literal, cast

ImportKind = Literal["memberships", "service-groups", "team-members", "teams", "users"]


def check_import_kind(value: str) -> ImportKind:
    """A newer API may have more values: they are let through."""
    return cast(ImportKind, value)
