from typing import Literal, cast

DiffMembershipsOrder = Literal["asc", "desc"]


def check_diff_memberships_order(value: str) -> DiffMembershipsOrder:
    """A newer API may have more values: they are let through."""
    return cast(DiffMembershipsOrder, value)
