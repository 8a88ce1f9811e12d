from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.access_request_list import AccessRequestList
from ...models.list_access_requests_of_service_group_status import (
    ListAccessRequestsOfServiceGroupStatus,
)
from ...types import UNSET, Unset


def list_access_requests_of_service_group(
    account_id: str,
    service_group_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    status: ListAccessRequestsOfServiceGroupStatus | Unset = UNSET,
) -> Call[AccessRequestList]:
    """Lists the requests for access to a service group, the newest first. Those that are not open may lag
    behind.

    For: operator, owner, admin, manager, access-requests:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/access-requests".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AccessRequestList:
    return AccessRequestList.from_dict(answer)
