from typing import Literal, cast

DiffServiceGroupsOfUserOrder = Literal["asc", "desc"]


def check_diff_service_groups_of_user_order(value: str) -> DiffServiceGroupsOfUserOrder:
    """A newer API may have more values: they are let through."""
    return cast(DiffServiceGroupsOfUserOrder, value)
