from typing import Literal, cast

WebhookDeliveryStatus = Literal["delivered", "failed", "pending"]


def check_webhook_delivery_status(value: str) -> WebhookDeliveryStatus:
    """A newer API may have more values: they are let through."""
    return cast(WebhookDeliveryStatus, value)
