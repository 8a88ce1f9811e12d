from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.event_proof import EventProof


def get_event_proof(
    account_id: str,
    event_id: str,
) -> Call[EventProof]:
    """Gets a proof that an event is in the log, to be checked elsewhere. An event is covered by a
    checkpoint within a minute.

    For: operator, owner, admin, events:read.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/events/{event_id}/proof".format(
            account_id=quote(str(account_id), safe=""),
            event_id=quote(str(event_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> EventProof:
    return EventProof.from_dict(answer)
