from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.webhook_delivery import WebhookDelivery
from ...types import UNSET, Unset


def test_webhook(
    account_id: str,
    webhook_endpoint_id: str,
    *,
    idempotency_key: str | Unset = UNSET,
) -> Call[WebhookDelivery]:
    """Sends the newest event that the endpoint subscribes to once more: its delivery shows whether it
    arrives. Read from the audit log,
    which is eventually consistent.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/webhook-endpoints/{webhook_endpoint_id}/test".format(
            account_id=quote(str(account_id), safe=""),
            webhook_endpoint_id=quote(str(webhook_endpoint_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> WebhookDelivery:
    return WebhookDelivery.from_dict(answer)
