from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.list_webhook_deliveries_status import ListWebhookDeliveriesStatus
from ...models.webhook_delivery_list import WebhookDeliveryList
from ...types import UNSET, Unset


def list_webhook_deliveries(
    account_id: str,
    webhook_endpoint_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    status: ListWebhookDeliveriesStatus | Unset = UNSET,
) -> Call[WebhookDeliveryList]:
    """Lists the deliveries of the last 30 days, newest event first.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/webhook-endpoints/{webhook_endpoint_id}/deliveries".format(
            account_id=quote(str(account_id), safe=""),
            webhook_endpoint_id=quote(str(webhook_endpoint_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> WebhookDeliveryList:
    return WebhookDeliveryList.from_dict(answer)
