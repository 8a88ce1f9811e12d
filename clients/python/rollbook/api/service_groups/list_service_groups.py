from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.list_service_groups_order import ListServiceGroupsOrder
from ...models.list_service_groups_sort import ListServiceGroupsSort
from ...models.service_group_list import ServiceGroupList
from ...types import UNSET, Unset


def list_service_groups(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    sort: ListServiceGroupsSort | Unset = UNSET,
    name_prefix: str | Unset = UNSET,
    external_id: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
    q: str | Unset = UNSET,
    count: bool | Unset = UNSET,
    order: ListServiceGroupsOrder | Unset = "asc",
    rollbook_at_least: str | Unset = UNSET,
) -> Call[ServiceGroupList]:
    """Lists the service groups of the account, oldest first. With `asOf` those that existed at that time,
    as they were: it can be combined
    with `limit`, `cursor`, `order`, `fields` and `q` only, and a page may be shorter than `limit`, with
    `q` even empty, before the last
    one.

    For: operator, owner, admin, service-groups:read.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(rollbook_at_least, Unset):
        headers["Rollbook-At-Least"] = rollbook_at_least

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_sort: str | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

    params["namePrefix"] = name_prefix

    params["externalId"] = external_id

    params["asOf"] = as_of

    params["q"] = q

    params["count"] = count

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["headers"] = headers
    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/service-groups".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ServiceGroupList:
    return ServiceGroupList.from_dict(answer)
