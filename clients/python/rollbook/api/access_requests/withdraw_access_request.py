from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.access_request import AccessRequest
from ...types import UNSET, Unset


def withdraw_access_request(
    account_id: str,
    access_request_id: str,
    *,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[AccessRequest]:
    """Withdraws one's own request for access.

    For: any-user.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/access-requests/{access_request_id}/withdraw".format(
            account_id=quote(str(account_id), safe=""),
            access_request_id=quote(str(access_request_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AccessRequest:
    return AccessRequest.from_dict(answer)
