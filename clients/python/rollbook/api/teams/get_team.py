from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.team import Team
from ...types import UNSET, Unset


def get_team(
    account_id: str,
    team_id: str,
    *,
    as_of: str | Unset = UNSET,
) -> Call[Team]:
    """Gets a team.

    For: operator, owner, admin, teams:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["asOf"] = as_of

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/teams/{team_id}".format(
            account_id=quote(str(account_id), safe=""),
            team_id=quote(str(team_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Team:
    return Team.from_dict(answer)
