from typing import Literal, cast

ListWebhookEndpointsSort = Literal["-createdAt", "-url", "createdAt", "url"]


def check_list_webhook_endpoints_sort(value: str) -> ListWebhookEndpointsSort:
    """A newer API may have more values: they are let through."""
    return cast(ListWebhookEndpointsSort, value)
