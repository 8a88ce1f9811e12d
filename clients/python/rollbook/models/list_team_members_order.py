from typing import Literal, cast

ListTeamMembersOrder = Literal["asc", "desc"]


def check_list_team_members_order(value: str) -> ListTeamMembersOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListTeamMembersOrder, value)
