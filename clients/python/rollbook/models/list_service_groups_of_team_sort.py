from typing import Literal, cast

ListServiceGroupsOfTeamSort = Literal["-createdAt", "-name", "createdAt", "name"]


def check_list_service_groups_of_team_sort(value: str) -> ListServiceGroupsOfTeamSort:
    """A newer API may have more values: they are let through."""
    return cast(ListServiceGroupsOfTeamSort, value)
