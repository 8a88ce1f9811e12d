from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.issued_webhook_endpoint import IssuedWebhookEndpoint
from ...models.rotate_webhook_secret import RotateWebhookSecret
from ...types import UNSET, Unset


def rotate_webhook_secret(
    account_id: str,
    webhook_endpoint_id: str,
    *,
    body: RotateWebhookSecret,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[IssuedWebhookEndpoint]:
    """Rotates the secret of an endpoint. The new one is only returned here. For `graceSeconds` requests
    are signed with both.

    For: operator, owner, admin.
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
        path="/v1/accounts/{account_id}/webhook-endpoints/{webhook_endpoint_id}/rotate-secret".format(
            account_id=quote(str(account_id), safe=""),
            webhook_endpoint_id=quote(str(webhook_endpoint_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> IssuedWebhookEndpoint:
    return IssuedWebhookEndpoint.from_dict(answer)
