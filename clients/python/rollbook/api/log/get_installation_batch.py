from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.log_batch import LogBatch


def get_installation_batch(
    batch: str,
) -> Call[LogBatch]:
    """Gets a batch of the log of all accounts: a line for each account that changed.

    For: operator, log:monitor.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/log/batches/{batch}".format(
            batch=quote(str(batch), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> LogBatch:
    return LogBatch.from_dict(answer)
