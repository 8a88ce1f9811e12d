from typing import Literal, cast

AccessRequestStatus = Literal["approved", "lapsed", "refused", "requested", "withdrawn"]


def check_access_request_status(value: str) -> AccessRequestStatus:
    """A newer API may have more values: they are let through."""
    return cast(AccessRequestStatus, value)
