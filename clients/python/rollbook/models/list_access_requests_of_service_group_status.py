from typing import Literal, cast

ListAccessRequestsOfServiceGroupStatus = Literal[
    "approved", "lapsed", "refused", "requested", "withdrawn"
]


def check_list_access_requests_of_service_group_status(
    value: str,
) -> ListAccessRequestsOfServiceGroupStatus:
    """A newer API may have more values: they are let through."""
    return cast(ListAccessRequestsOfServiceGroupStatus, value)
