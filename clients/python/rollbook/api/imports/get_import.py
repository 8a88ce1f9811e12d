from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.import_ import Import


def get_import(
    account_id: str,
    job_id: str,
) -> Call[Import]:
    """Gets an import and its progress.

    For: operator, owner, admin, jobs:read.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/imports/{job_id}".format(
            account_id=quote(str(account_id), safe=""),
            job_id=quote(str(job_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Import:
    return Import.from_dict(answer)
