from typing import Any
from urllib.parse import quote

from ...calls import Call, nothing
from ...types import UNSET, Unset


def remove_log_stream(
    account_id: str,
    log_stream_id: str,
    *,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[None]:
    """Removes a log stream: nothing more is sent, and its secret is deleted.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["headers"] = headers
    return Call(
        method="DELETE",
        path="/v1/accounts/{account_id}/log-streams/{log_stream_id}".format(
            account_id=quote(str(account_id), safe=""),
            log_stream_id=quote(str(log_stream_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=nothing,
    )
