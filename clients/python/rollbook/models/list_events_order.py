from typing import Literal, cast

ListEventsOrder = Literal["asc", "desc"]


def check_list_events_order(value: str) -> ListEventsOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListEventsOrder, value)
