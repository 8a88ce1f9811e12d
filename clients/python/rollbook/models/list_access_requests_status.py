from typing import Literal, cast

ListAccessRequestsStatus = Literal[
    "approved", "lapsed", "refused", "requested", "withdrawn"
]


def check_list_access_requests_status(value: str) -> ListAccessRequestsStatus:
    """A newer API may have more values: they are let through."""
    return cast(ListAccessRequestsStatus, value)
