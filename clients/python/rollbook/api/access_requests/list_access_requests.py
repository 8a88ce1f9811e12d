from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.access_request_list import AccessRequestList
from ...models.list_access_requests_status import ListAccessRequestsStatus
from ...types import UNSET, Unset


def list_access_requests(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    service_group_id: str | Unset = UNSET,
    user_id: str | Unset = UNSET,
    status: ListAccessRequestsStatus | Unset = UNSET,
) -> Call[AccessRequestList]:
    """Lists requests for access: the open ones by service group, others newest first. Those of one service
    group that are not
    open may lag behind.

    For: operator, owner, admin, access-requests:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["serviceGroupId"] = service_group_id

    params["userId"] = user_id

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/access-requests".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AccessRequestList:
    return AccessRequestList.from_dict(answer)
