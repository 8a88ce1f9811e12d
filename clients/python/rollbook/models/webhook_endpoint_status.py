from typing import Literal, cast

WebhookEndpointStatus = Literal["active", "disabled"]


def check_webhook_endpoint_status(value: str) -> WebhookEndpointStatus:
    """A newer API may have more values: they are let through."""
    return cast(WebhookEndpointStatus, value)
