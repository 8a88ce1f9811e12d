from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.change_team import ChangeTeam
from ...models.team import Team
from ...types import UNSET, Unset


def change_team(
    account_id: str,
    team_id: str,
    *,
    body: ChangeTeam,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[Team]:
    """Changes the name, external id or metadata of a team (merge patch, RFC 7396).

    For: operator, owner, admin, teams:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="PATCH",
        path="/v1/accounts/{account_id}/teams/{team_id}".format(
            account_id=quote(str(account_id), safe=""),
            team_id=quote(str(team_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Team:
    return Team.from_dict(answer)
