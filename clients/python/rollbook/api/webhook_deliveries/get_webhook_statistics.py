from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.webhook_statistics import WebhookStatistics


def get_webhook_statistics(
    account_id: str,
    webhook_endpoint_id: str,
) -> Call[WebhookStatistics]:
    """Gets statistics of the newest 200 deliveries.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/webhook-endpoints/{webhook_endpoint_id}/statistics".format(
            account_id=quote(str(account_id), safe=""),
            webhook_endpoint_id=quote(str(webhook_endpoint_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> WebhookStatistics:
    return WebhookStatistics.from_dict(answer)
