from typing import Literal, cast

GetEventInclude = Literal["actor"]


def check_get_event_include(value: str) -> GetEventInclude:
    """A newer API may have more values: they are let through."""
    return cast(GetEventInclude, value)
