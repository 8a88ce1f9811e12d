from typing import Literal, cast

ListWebhookDeliveriesStatus = Literal["delivered", "failed", "pending"]


def check_list_webhook_deliveries_status(value: str) -> ListWebhookDeliveriesStatus:
    """A newer API may have more values: they are let through."""
    return cast(ListWebhookDeliveriesStatus, value)
