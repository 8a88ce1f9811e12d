from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.webhook_endpoint import WebhookEndpoint
from ...types import UNSET, Unset


def enable_webhook_endpoint(
    account_id: str,
    webhook_endpoint_id: str,
    *,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[WebhookEndpoint]:
    """Enables an endpoint.

    For: operator, owner, admin.
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
        path="/v1/accounts/{account_id}/webhook-endpoints/{webhook_endpoint_id}/enable".format(
            account_id=quote(str(account_id), safe=""),
            webhook_endpoint_id=quote(str(webhook_endpoint_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> WebhookEndpoint:
    return WebhookEndpoint.from_dict(answer)
