from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.event import Event
from ...models.get_event_include import GetEventInclude
from ...types import UNSET, Unset


def get_event(
    account_id: str,
    event_id: str,
    *,
    include: GetEventInclude | Unset = UNSET,
) -> Call[Event]:
    """Gets an event.

    For: operator, owner, admin, events:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    json_include: str | Unset = UNSET
    if not isinstance(include, Unset):
        json_include = include

    params["include"] = json_include

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/events/{event_id}".format(
            account_id=quote(str(account_id), safe=""),
            event_id=quote(str(event_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Event:
    return Event.from_dict(answer)
