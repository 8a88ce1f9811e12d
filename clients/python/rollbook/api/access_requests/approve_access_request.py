from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.access_request import AccessRequest
from ...models.approve_access_request import ApproveAccessRequest
from ...types import UNSET, Unset


def approve_access_request(
    account_id: str,
    service_group_id: str,
    access_request_id: str,
    *,
    body: ApproveAccessRequest,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[AccessRequest]:
    """Approves a request: the membership exists when this returns, until the requested end or earlier, by
    the current rules of the service
    group. Nobody may approve their own request.

    For: operator, owner, admin, manager, access-requests:decide.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/access-requests/{access_request_id}/approve".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
            access_request_id=quote(str(access_request_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AccessRequest:
    return AccessRequest.from_dict(answer)
