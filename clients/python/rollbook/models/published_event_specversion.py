from typing import Literal, cast

PublishedEventSpecversion = Literal["1.0"]


def check_published_event_specversion(value: str) -> PublishedEventSpecversion:
    """A newer API may have more values: they are let through."""
    return cast(PublishedEventSpecversion, value)
