from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.access_request_list import AccessRequestList
from ...models.list_access_requests_of_user_status import ListAccessRequestsOfUserStatus
from ...types import UNSET, Unset


def list_access_requests_of_user(
    account_id: str,
    user_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    status: ListAccessRequestsOfUserStatus | Unset = UNSET,
) -> Call[AccessRequestList]:
    """Lists the access requests of a user, newest first.

    For: operator, owner, admin, self, access-requests:read.
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
        path="/v1/accounts/{account_id}/users/{user_id}/access-requests".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AccessRequestList:
    return AccessRequestList.from_dict(answer)
