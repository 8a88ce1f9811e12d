from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.create_log_stream import CreateLogStream
from ...models.log_stream import LogStream
from ...types import UNSET, Unset


def create_log_stream(
    account_id: str,
    *,
    body: CreateLogStream,
    idempotency_key: str | Unset = UNSET,
) -> Call[LogStream]:
    """Creates a log stream: from now on the account’s events are sent to a URL, in batches and in order.
    The secret is never shown. An
    account can have at most 5 log streams.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/log-streams".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> LogStream:
    return LogStream.from_dict(answer)
