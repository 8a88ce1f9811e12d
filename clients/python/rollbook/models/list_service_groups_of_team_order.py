from typing import Literal, cast

ListServiceGroupsOfTeamOrder = Literal["asc", "desc"]


def check_list_service_groups_of_team_order(value: str) -> ListServiceGroupsOfTeamOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListServiceGroupsOfTeamOrder, value)
