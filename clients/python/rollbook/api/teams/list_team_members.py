from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.list_team_members_order import ListTeamMembersOrder
from ...models.team_member_list import TeamMemberList
from ...types import UNSET, Unset


def list_team_members(
    account_id: str,
    team_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    ending: bool | Unset = UNSET,
    order: ListTeamMembersOrder | Unset = "asc",
    rollbook_at_least: str | Unset = UNSET,
) -> Call[TeamMemberList]:
    """Lists the users of a team, oldest user first. Eventually consistent: a change may take a moment to
    appear.

    For: operator, owner, admin, teams:read.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(rollbook_at_least, Unset):
        headers["Rollbook-At-Least"] = rollbook_at_least

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["ending"] = ending

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["headers"] = headers
    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/teams/{team_id}/members".format(
            account_id=quote(str(account_id), safe=""),
            team_id=quote(str(team_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> TeamMemberList:
    return TeamMemberList.from_dict(answer)
