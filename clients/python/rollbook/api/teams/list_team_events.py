from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.event_list import EventList
from ...models.list_team_events_include import ListTeamEventsInclude
from ...models.list_team_events_order import ListTeamEventsOrder
from ...types import UNSET, Unset


def list_team_events(
    account_id: str,
    team_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    order: ListTeamEventsOrder | Unset = "asc",
    include: ListTeamEventsInclude | Unset = UNSET,
) -> Call[EventList]:
    """Lists all events of a team, even after it was removed. Who joined it is with the users, and what it
    may enter with the service groups.

    For: operator, owner, admin, events:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    json_include: str | Unset = UNSET
    if not isinstance(include, Unset):
        json_include = include

    params["include"] = json_include

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/teams/{team_id}/events".format(
            account_id=quote(str(account_id), safe=""),
            team_id=quote(str(team_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> EventList:
    return EventList.from_dict(answer)
