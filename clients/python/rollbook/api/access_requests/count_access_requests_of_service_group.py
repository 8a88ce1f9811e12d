from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.open_request_count import OpenRequestCount


def count_access_requests_of_service_group(
    account_id: str,
    service_group_id: str,
) -> Call[OpenRequestCount]:
    """Counts the requests for access to a service group that are open, up to 100.

    For: operator, owner, admin, manager, access-requests:read.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/access-requests/count".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> OpenRequestCount:
    return OpenRequestCount.from_dict(answer)
