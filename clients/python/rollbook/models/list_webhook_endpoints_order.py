from typing import Literal, cast

ListWebhookEndpointsOrder = Literal["asc", "desc"]


def check_list_webhook_endpoints_order(value: str) -> ListWebhookEndpointsOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListWebhookEndpointsOrder, value)
