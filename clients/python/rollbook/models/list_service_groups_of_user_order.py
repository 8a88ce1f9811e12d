from typing import Literal, cast

ListServiceGroupsOfUserOrder = Literal["asc", "desc"]


def check_list_service_groups_of_user_order(value: str) -> ListServiceGroupsOfUserOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListServiceGroupsOfUserOrder, value)
