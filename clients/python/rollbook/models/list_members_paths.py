from typing import Literal, cast

ListMembersPaths = Literal["all", "direct"]


def check_list_members_paths(value: str) -> ListMembersPaths:
    """A newer API may have more values: they are let through."""
    return cast(ListMembersPaths, value)
