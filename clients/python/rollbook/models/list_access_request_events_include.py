from typing import Literal, cast

ListAccessRequestEventsInclude = Literal["actor"]


def check_list_access_request_events_include(
    value: str,
) -> ListAccessRequestEventsInclude:
    """A newer API may have more values: they are let through."""
    return cast(ListAccessRequestEventsInclude, value)
