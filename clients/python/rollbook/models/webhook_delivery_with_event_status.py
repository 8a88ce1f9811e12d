from typing import Literal, cast

WebhookDeliveryWithEventStatus = Literal["delivered", "failed", "pending"]


def check_webhook_delivery_with_event_status(
    value: str,
) -> WebhookDeliveryWithEventStatus:
    """A newer API may have more values: they are let through."""
    return cast(WebhookDeliveryWithEventStatus, value)
