from typing import Literal, cast

ListTeamMembersSort = Literal[
    "-createdAt", "-email", "-name", "createdAt", "email", "name"
]


def check_list_team_members_sort(value: str) -> ListTeamMembersSort:
    """A newer API may have more values: they are let through."""
    return cast(ListTeamMembersSort, value)
