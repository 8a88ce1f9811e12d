from typing import Literal, cast

ListEventsInclude = Literal["actor"]


def check_list_events_include(value: str) -> ListEventsInclude:
    """A newer API may have more values: they are let through."""
    return cast(ListEventsInclude, value)
