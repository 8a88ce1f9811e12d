from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.change_log_stream import ChangeLogStream
from ...models.log_stream import LogStream
from ...types import UNSET, Unset


def change_log_stream(
    account_id: str,
    log_stream_id: str,
    *,
    body: ChangeLogStream,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[LogStream]:
    """Changes the URL, form, event types, description, or whether personal data is sent (merge patch, RFC
    7396). What was refused is sent
    again at once. A new URL and sending personal data require a recent sign-in.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="PATCH",
        path="/v1/accounts/{account_id}/log-streams/{log_stream_id}".format(
            account_id=quote(str(account_id), safe=""),
            log_stream_id=quote(str(log_stream_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> LogStream:
    return LogStream.from_dict(answer)
