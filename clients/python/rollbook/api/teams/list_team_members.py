from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.list_team_members_order import ListTeamMembersOrder
from ...models.list_team_members_sort import ListTeamMembersSort
from ...models.team_member_list import TeamMemberList
from ...types import UNSET, Unset


def list_team_members(
    account_id: str,
    team_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    sort: ListTeamMembersSort | Unset = UNSET,
    q: str | Unset = UNSET,
    ending: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    order: ListTeamMembersOrder | Unset = "asc",
    rollbook_at_least: str | Unset = UNSET,
) -> Call[TeamMemberList]:
    """Lists the users of a team, oldest user first, or with `asOf` those of that time, as they were: a
    page may then be shorter than `limit`
    before the last one. Eventually consistent: a change may take a moment to appear, with `q` or `sort`
    up to 5 seconds, and pages may be short.

    For: operator, owner, admin, teams:read.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(rollbook_at_least, Unset):
        headers["Rollbook-At-Least"] = rollbook_at_least

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_sort: str | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

    params["q"] = q

    params["ending"] = ending

    params["asOf"] = as_of

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
