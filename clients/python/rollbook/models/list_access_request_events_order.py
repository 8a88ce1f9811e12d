from typing import Literal, cast

ListAccessRequestEventsOrder = Literal["asc", "desc"]


def check_list_access_request_events_order(value: str) -> ListAccessRequestEventsOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListAccessRequestEventsOrder, value)
