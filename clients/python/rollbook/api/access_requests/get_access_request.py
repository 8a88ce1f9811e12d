from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.access_request import AccessRequest


def get_access_request(
    account_id: str,
    access_request_id: str,
) -> Call[AccessRequest]:
    """Gets a request for access. Members can only get their own.

    For: operator, owner, admin, member, access-requests:read.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/access-requests/{access_request_id}".format(
            account_id=quote(str(account_id), safe=""),
            access_request_id=quote(str(access_request_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AccessRequest:
    return AccessRequest.from_dict(answer)
