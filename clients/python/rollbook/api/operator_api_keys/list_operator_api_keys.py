from typing import Any

from ...calls import Call
from ...models.api_key_list import ApiKeyList
from ...models.list_operator_api_keys_order import ListOperatorApiKeysOrder
from ...models.list_operator_api_keys_sort import ListOperatorApiKeysSort
from ...types import UNSET, Unset


def list_operator_api_keys(
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    sort: ListOperatorApiKeysSort | Unset = UNSET,
    q: str | Unset = UNSET,
    count: bool | Unset = UNSET,
    order: ListOperatorApiKeysOrder | Unset = "asc",
) -> Call[ApiKeyList]:
    """Lists the operators’ API keys that are not revoked, oldest first, without their secrets.

    For: operator.
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
        path="/v1/api-keys",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ApiKeyList:
    return ApiKeyList.from_dict(answer)
