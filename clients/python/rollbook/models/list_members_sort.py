from typing import Literal, cast

ListMembersSort = Literal["-createdAt", "-email", "-name", "createdAt", "email", "name"]


def check_list_members_sort(value: str) -> ListMembersSort:
    """A newer API may have more values: they are let through."""
    return cast(ListMembersSort, value)
