from typing import Any
from urllib.parse import quote

from ...calls import Call, raw
from ...types import UNSET, Unset


def download_refused_rows(
    account_id: str,
    job_id: str,
    *,
    bom: bool | Unset = UNSET,
) -> Call[bytes]:
    """Downloads the rows of an import, a bulk job or an undo that have been refused so far, in order, as a
    stream. Each row has the reason of
    its refusal and, for a week, its values as they stood in the file.

    For: operator, owner, admin, jobs:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["bom"] = bom

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/jobs/{job_id}/refused.csv".format(
            account_id=quote(str(account_id), safe=""),
            job_id=quote(str(job_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=raw,
    )
