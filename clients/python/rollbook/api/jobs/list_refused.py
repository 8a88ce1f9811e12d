from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.refused_row_list import RefusedRowList
from ...types import UNSET, Unset


def list_refused(
    account_id: str,
    job_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
) -> Call[RefusedRowList]:
    """Lists the rows of an import, a bulk job or an undo that have been refused so far, in order.

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
        path="/v1/accounts/{account_id}/jobs/{job_id}/refused".format(
            account_id=quote(str(account_id), safe=""),
            job_id=quote(str(job_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> RefusedRowList:
    return RefusedRowList.from_dict(answer)
