from typing import Literal, cast

ListServiceGroupsSort = Literal["-createdAt", "-name", "createdAt", "name"]


def check_list_service_groups_sort(value: str) -> ListServiceGroupsSort:
    """A newer API may have more values: they are let through."""
    return cast(ListServiceGroupsSort, value)
