from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.log_stream import LogStream
from ...models.replay_log_stream import ReplayLogStream
from ...types import UNSET, Unset


def replay_log_stream(
    account_id: str,
    log_stream_id: str,
    *,
    body: ReplayLogStream,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[LogStream]:
    """Sends events again, from a time or from the first event of the account, and then what follows; or
    leaves out what is older than that
    time and not sent yet. Personal data that was erased is not in it. Datadog takes no event older than
    18 hours.

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
        path="/v1/accounts/{account_id}/log-streams/{log_stream_id}/replay".format(
            account_id=quote(str(account_id), safe=""),
            log_stream_id=quote(str(log_stream_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> LogStream:
    return LogStream.from_dict(answer)
