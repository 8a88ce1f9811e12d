from typing import Literal, cast

ListAccessRequestsOfUserStatus = Literal[
    "approved", "lapsed", "refused", "requested", "withdrawn"
]


def check_list_access_requests_of_user_status(
    value: str,
) -> ListAccessRequestsOfUserStatus:
    """A newer API may have more values: they are let through."""
    return cast(ListAccessRequestsOfUserStatus, value)
