from typing import Literal, cast

ListWebhookEndpointsStatus = Literal["active", "disabled"]


def check_list_webhook_endpoints_status(value: str) -> ListWebhookEndpointsStatus:
    """A newer API may have more values: they are let through."""
    return cast(ListWebhookEndpointsStatus, value)
