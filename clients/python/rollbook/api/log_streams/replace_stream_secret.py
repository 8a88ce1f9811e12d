from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.log_stream import LogStream
from ...models.replace_stream_secret import ReplaceStreamSecret
from ...types import UNSET, Unset


def replace_stream_secret(
    account_id: str,
    log_stream_id: str,
    *,
    body: ReplaceStreamSecret,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[LogStream]:
    """Replaces the secret of a log stream. What was refused is sent again at once.

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
        method="POST",
        path="/v1/accounts/{account_id}/log-streams/{log_stream_id}/replace-secret".format(
            account_id=quote(str(account_id), safe=""),
            log_stream_id=quote(str(log_stream_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> LogStream:
    return LogStream.from_dict(answer)
