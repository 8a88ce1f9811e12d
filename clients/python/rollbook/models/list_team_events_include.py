from typing import Literal, cast

ListTeamEventsInclude = Literal["actor"]


def check_list_team_events_include(value: str) -> ListTeamEventsInclude:
    """A newer API may have more values: they are let through."""
    return cast(ListTeamEventsInclude, value)
