from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.log_stream_list import LogStreamList
from ...types import UNSET, Unset


def list_log_streams(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
) -> Call[LogStreamList]:
    """Lists the log streams of the account, oldest first, with how far they are.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/log-streams".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> LogStreamList:
    return LogStreamList.from_dict(answer)
