from typing import Literal, cast

ListTeamsOrder = Literal["asc", "desc"]


def check_list_teams_order(value: str) -> ListTeamsOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListTeamsOrder, value)
