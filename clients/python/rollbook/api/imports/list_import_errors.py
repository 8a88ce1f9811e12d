from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.import_error_list import ImportErrorList
from ...types import UNSET, Unset


def list_import_errors(
    account_id: str,
    job_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    from_line: int | Unset = UNSET,
) -> Call[ImportErrorList]:
    """Lists the rows of an import that have been refused so far, in the order of the file, and for a week
    their values.

    For: operator, owner, admin, jobs:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["fromLine"] = from_line

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/imports/{job_id}/errors".format(
            account_id=quote(str(account_id), safe=""),
            job_id=quote(str(job_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ImportErrorList:
    return ImportErrorList.from_dict(answer)
