from typing import Literal, cast

ListUsersPaths = Literal["all", "direct"]


def check_list_users_paths(value: str) -> ListUsersPaths:
    """A newer API may have more values: they are let through."""
    return cast(ListUsersPaths, value)
