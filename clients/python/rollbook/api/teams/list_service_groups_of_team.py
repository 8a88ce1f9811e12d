from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.list_service_groups_of_team_order import ListServiceGroupsOfTeamOrder
from ...models.list_service_groups_of_team_sort import ListServiceGroupsOfTeamSort
from ...models.team_access_list import TeamAccessList
from ...types import UNSET, Unset


def list_service_groups_of_team(
    account_id: str,
    team_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    sort: ListServiceGroupsOfTeamSort | Unset = UNSET,
    q: str | Unset = UNSET,
    ending: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    order: ListServiceGroupsOfTeamOrder | Unset = "asc",
) -> Call[TeamAccessList]:
    """Lists the service groups that a team opens to its users, oldest group first, or with `asOf` those of
    that time, as they were: a page may
    then, as with `q`, be shorter than `limit` before the last one.

    For: operator, owner, admin, teams:read.
    """
    _kwargs: dict[str, Any] = {}

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

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/teams/{team_id}/service-groups".format(
            account_id=quote(str(account_id), safe=""),
            team_id=quote(str(team_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> TeamAccessList:
    return TeamAccessList.from_dict(answer)
