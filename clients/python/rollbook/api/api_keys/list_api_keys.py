from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.api_key_list import ApiKeyList
from ...models.list_api_keys_order import ListApiKeysOrder
from ...models.list_api_keys_sort import ListApiKeysSort
from ...types import UNSET, Unset


def list_api_keys(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    sort: ListApiKeysSort | Unset = UNSET,
    q: str | Unset = UNSET,
    count: bool | Unset = UNSET,
    order: ListApiKeysOrder | Unset = "asc",
) -> Call[ApiKeyList]:
    """Lists the API keys of the account that are not revoked, oldest first, without their secrets.

    For: operator, owner.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_sort: str | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

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
        path="/v1/accounts/{account_id}/api-keys".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ApiKeyList:
    return ApiKeyList.from_dict(answer)
