from typing import Literal, cast

ListUserEventsInclude = Literal["actor"]


def check_list_user_events_include(value: str) -> ListUserEventsInclude:
    """A newer API may have more values: they are let through."""
    return cast(ListUserEventsInclude, value)
