from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.open_request_count import OpenRequestCount


def count_access_requests(
    account_id: str,
) -> Call[OpenRequestCount]:
    """Counts the requests that are open, up to 100.

    For: operator, owner, admin, access-requests:read.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/access-requests/count".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> OpenRequestCount:
    return OpenRequestCount.from_dict(answer)
