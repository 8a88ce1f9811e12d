from typing import Literal, cast

ListMembersOrder = Literal["asc", "desc"]


def check_list_members_order(value: str) -> ListMembersOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListMembersOrder, value)
