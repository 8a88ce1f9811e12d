from typing import Literal, cast

ListServiceGroupEventsOrder = Literal["asc", "desc"]


def check_list_service_group_events_order(value: str) -> ListServiceGroupEventsOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListServiceGroupEventsOrder, value)
