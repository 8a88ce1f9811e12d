from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.changes import Changes
from ...types import UNSET, Unset


def read_changes(
    account_id: str,
    *,
    after: str | Unset = UNSET,
    wait: int | Unset = 0,
    limit: int | Unset = 100,
    type_: str | Unset = UNSET,
    subject: str | Unset = UNSET,
) -> Call[Changes]:
    """Reads the feed of the account: each event once, and the events of a subject in their order. With
    `Accept: text/event-stream` they are
    sent as they happen, where the API runs as a process; the id of each is the cursor after it.
    Whenever there is nothing more, and at
    least every 15 seconds, an event `complete` says how fresh that is (`completeTo`, `readAt`).

    For: operator, owner, admin, events:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["after"] = after

    params["wait"] = wait

    params["limit"] = limit

    params["type"] = type_

    params["subject"] = subject

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/changes".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Changes:
    return Changes.from_dict(answer)
