from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.webhook_delivery_with_event import WebhookDeliveryWithEvent


def get_webhook_delivery(
    account_id: str,
    webhook_endpoint_id: str,
    event_id: str,
) -> Call[WebhookDeliveryWithEvent]:
    """Gets the delivery of one event, with what is sent.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/webhook-endpoints/{webhook_endpoint_id}/deliveries/{event_id}".format(
            account_id=quote(str(account_id), safe=""),
            webhook_endpoint_id=quote(str(webhook_endpoint_id), safe=""),
            event_id=quote(str(event_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> WebhookDeliveryWithEvent:
    return WebhookDeliveryWithEvent.from_dict(answer)
