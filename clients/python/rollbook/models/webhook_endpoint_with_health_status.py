from typing import Literal, cast

WebhookEndpointWithHealthStatus = Literal["active", "disabled"]


def check_webhook_endpoint_with_health_status(
    value: str,
) -> WebhookEndpointWithHealthStatus:
    """A newer API may have more values: they are let through."""
    return cast(WebhookEndpointWithHealthStatus, value)
