from typing import Literal, cast

ListUsersSort = Literal["-createdAt", "-email", "-name", "createdAt", "email", "name"]


def check_list_users_sort(value: str) -> ListUsersSort:
    """A newer API may have more values: they are let through."""
    return cast(ListUsersSort, value)
