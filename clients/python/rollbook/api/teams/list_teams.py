from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.list_teams_order import ListTeamsOrder
from ...models.team_list import TeamList
from ...types import UNSET, Unset


def list_teams(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    external_id: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
    order: ListTeamsOrder | Unset = "asc",
) -> Call[TeamList]:
    """Lists the teams of the account, oldest first. With `asOf` those that existed at that time, as they
    were: a page may then be shorter than
    `limit` before the last one.

    For: operator, owner, admin, teams:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["externalId"] = external_id

    params["asOf"] = as_of

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/teams".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> TeamList:
    return TeamList.from_dict(answer)
