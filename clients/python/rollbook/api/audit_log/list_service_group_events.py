from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.event_list import EventList
from ...models.list_service_group_events_include import ListServiceGroupEventsInclude
from ...models.list_service_group_events_order import ListServiceGroupEventsOrder
from ...types import UNSET, Unset


def list_service_group_events(
    account_id: str,
    service_group_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    order: ListServiceGroupEventsOrder | Unset = "asc",
    include: ListServiceGroupEventsInclude | Unset = UNSET,
) -> Call[EventList]:
    """Lists all events of a service group, even after it was removed.

    For: operator, owner, admin, manager, events:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    json_include: str | Unset = UNSET
    if not isinstance(include, Unset):
        json_include = include

    params["include"] = json_include

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/events".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> EventList:
    return EventList.from_dict(answer)
