from typing import Literal, cast

IssuedWebhookEndpointStatus = Literal["active", "disabled"]


def check_issued_webhook_endpoint_status(value: str) -> IssuedWebhookEndpointStatus:
    """A newer API may have more values: they are let through."""
    return cast(IssuedWebhookEndpointStatus, value)
