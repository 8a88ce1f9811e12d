from typing import Literal, cast

ListUsersStatus = Literal["active", "invited", "removed", "suspended"]


def check_list_users_status(value: str) -> ListUsersStatus:
    """A newer API may have more values: they are let through."""
    return cast(ListUsersStatus, value)
