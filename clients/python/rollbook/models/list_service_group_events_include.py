from typing import Literal, cast

ListServiceGroupEventsInclude = Literal["actor"]


def check_list_service_group_events_include(
    value: str,
) -> ListServiceGroupEventsInclude:
    """A newer API may have more values: they are let through."""
    return cast(ListServiceGroupEventsInclude, value)
