from typing import Literal, cast

DiffMembersOrder = Literal["asc", "desc"]


def check_diff_members_order(value: str) -> DiffMembersOrder:
    """A newer API may have more values: they are let through."""
    return cast(DiffMembersOrder, value)
