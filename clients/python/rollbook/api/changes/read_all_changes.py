from typing import Any

from ...calls import Call
from ...models.changes import Changes
from ...types import UNSET, Unset


def read_all_changes(
    *,
    after: str | Unset = UNSET,
    wait: int | Unset = 0,
    limit: int | Unset = 100,
    type_: str | Unset = UNSET,
    subject: str | Unset = UNSET,
) -> Call[Changes]:
    """Reads the feed of all accounts, like that of one account. An API key needs the scope `events:read`
    too.

    For: operator, platform:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["after"] = after

    params["wait"] = wait

    params["limit"] = limit

    params["type"] = type_

    params["subject"] = subject

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/changes",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Changes:
    return Changes.from_dict(answer)
