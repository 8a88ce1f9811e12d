from typing import Literal, cast

ListUserEventsOrder = Literal["asc", "desc"]


def check_list_user_events_order(value: str) -> ListUserEventsOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListUserEventsOrder, value)
