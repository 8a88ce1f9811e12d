from typing import Literal, cast

PublishedEventDatacontenttype = Literal["application/json"]


def check_published_event_datacontenttype(value: str) -> PublishedEventDatacontenttype:
    """A newer API may have more values: they are let through."""
    return cast(PublishedEventDatacontenttype, value)
