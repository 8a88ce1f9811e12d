from typing import Literal, cast

ListServiceGroupsOrder = Literal["asc", "desc"]


def check_list_service_groups_order(value: str) -> ListServiceGroupsOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListServiceGroupsOrder, value)
