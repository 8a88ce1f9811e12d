from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.webhook_delivery import WebhookDelivery
from ...types import UNSET, Unset


def redeliver_webhook(
    account_id: str,
    webhook_endpoint_id: str,
    event_id: str,
    *,
    idempotency_key: str | Unset = UNSET,
) -> Call[WebhookDelivery]:
    """Sends an event of the account again, whatever the result of its delivery, even if it was never sent
    to this endpoint. The
    schedule of attempts starts again.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/webhook-endpoints/{webhook_endpoint_id}/deliveries/{event_id}/redeliver".format(
            account_id=quote(str(account_id), safe=""),
            webhook_endpoint_id=quote(str(webhook_endpoint_id), safe=""),
            event_id=quote(str(event_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> WebhookDelivery:
    return WebhookDelivery.from_dict(answer)
