from typing import Literal, cast

ListUsersOrder = Literal["asc", "desc"]


def check_list_users_order(value: str) -> ListUsersOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListUsersOrder, value)
