from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.log_stream_with_health import LogStreamWithHealth


def get_log_stream(
    account_id: str,
    log_stream_id: str,
) -> Call[LogStreamWithHealth]:
    """Gets a log stream, with how far it is and what it was last refused.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/log-streams/{log_stream_id}".format(
            account_id=quote(str(account_id), safe=""),
            log_stream_id=quote(str(log_stream_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> LogStreamWithHealth:
    return LogStreamWithHealth.from_dict(answer)
