from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.list_webhook_endpoints_order import ListWebhookEndpointsOrder
from ...models.list_webhook_endpoints_sort import ListWebhookEndpointsSort
from ...models.list_webhook_endpoints_status import ListWebhookEndpointsStatus
from ...models.webhook_endpoint_list import WebhookEndpointList
from ...types import UNSET, Unset


def list_webhook_endpoints(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    sort: ListWebhookEndpointsSort | Unset = UNSET,
    status: ListWebhookEndpointsStatus | Unset = UNSET,
    facets: bool | Unset = UNSET,
    q: str | Unset = UNSET,
    count: bool | Unset = UNSET,
    order: ListWebhookEndpointsOrder | Unset = "asc",
) -> Call[WebhookEndpointList]:
    """Lists the webhook endpoints of the account, oldest first, without their secrets.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_sort: str | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    params["facets"] = facets

    params["q"] = q

    params["count"] = count

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/webhook-endpoints".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> WebhookEndpointList:
    return WebhookEndpointList.from_dict(answer)
