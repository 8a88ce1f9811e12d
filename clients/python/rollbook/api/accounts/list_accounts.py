from typing import Any

from ...calls import Call
from ...models.account_list import AccountList
from ...models.list_accounts_order import ListAccountsOrder
from ...models.list_accounts_sort import ListAccountsSort
from ...models.list_accounts_status import ListAccountsStatus
from ...types import UNSET, Unset


def list_accounts(
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    sort: ListAccountsSort | Unset = UNSET,
    status: ListAccountsStatus | Unset = UNSET,
    external_id: str | Unset = UNSET,
    facets: bool | Unset = UNSET,
    q: str | Unset = UNSET,
    count: bool | Unset = UNSET,
    order: ListAccountsOrder | Unset = "asc",
) -> Call[AccountList]:
    """Lists all accounts, oldest or newest first. Eventually consistent: a new account may take a moment
    to appear.

    For: operator, platform:read.
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

    params["externalId"] = external_id

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
        path="/v1/accounts",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AccountList:
    return AccountList.from_dict(answer)
