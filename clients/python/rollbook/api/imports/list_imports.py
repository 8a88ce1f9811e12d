from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.import_list import ImportList
from ...types import UNSET, Unset


def list_imports(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
) -> Call[ImportList]:
    """Lists the imports of the last 90 days, newest first.

    For: operator, owner, admin, jobs:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/imports".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ImportList:
    return ImportList.from_dict(answer)
