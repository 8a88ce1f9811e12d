from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.access_request import AccessRequest
from ...models.request_access import RequestAccess
from ...types import UNSET, Unset


def request_access(
    account_id: str,
    *,
    body: RequestAccess,
    idempotency_key: str | Unset = UNSET,
) -> Call[AccessRequest]:
    """Asks for access to a service group, for oneself. One request for a service group can be open at a
    time. It lapses after 14 days, or at
    its requested end if that is earlier.

    For: any-user.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/access-requests".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AccessRequest:
    return AccessRequest.from_dict(answer)
