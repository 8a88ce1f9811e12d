from typing import Literal, cast

ListServiceGroupsOfUserPaths = Literal["all", "direct"]


def check_list_service_groups_of_user_paths(value: str) -> ListServiceGroupsOfUserPaths:
    """A newer API may have more values: they are let through."""
    return cast(ListServiceGroupsOfUserPaths, value)
