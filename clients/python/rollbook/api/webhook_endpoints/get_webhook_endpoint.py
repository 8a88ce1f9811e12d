from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.webhook_endpoint_with_health import WebhookEndpointWithHealth


def get_webhook_endpoint(
    account_id: str,
    webhook_endpoint_id: str,
) -> Call[WebhookEndpointWithHealth]:
    """Gets a webhook endpoint, without its secret.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/webhook-endpoints/{webhook_endpoint_id}".format(
            account_id=quote(str(account_id), safe=""),
            webhook_endpoint_id=quote(str(webhook_endpoint_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> WebhookEndpointWithHealth:
    return WebhookEndpointWithHealth.from_dict(answer)
