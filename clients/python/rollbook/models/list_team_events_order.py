from typing import Literal, cast

ListTeamEventsOrder = Literal["asc", "desc"]


def check_list_team_events_order(value: str) -> ListTeamEventsOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListTeamEventsOrder, value)
