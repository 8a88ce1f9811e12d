from typing import Any

from ...calls import Call
from ...models.metered_usage_list import MeteredUsageList
from ...types import UNSET, Unset


def list_usage(
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
) -> Call[MeteredUsageList]:
    """Lists what each account used, by day and account, the oldest day first. Processes add what they have
    counted once a minute.
    An account without a row used nothing on that day.

    For: operator, platform:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["from"] = from_

    params["to"] = to

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/usage",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> MeteredUsageList:
    return MeteredUsageList.from_dict(answer)
