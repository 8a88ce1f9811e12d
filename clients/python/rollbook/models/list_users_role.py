from typing import Literal, cast

ListUsersRole = Literal["admin", "member", "owner"]


def check_list_users_role(value: str) -> ListUsersRole:
    """A newer API may have more values: they are let through."""
    return cast(ListUsersRole, value)
