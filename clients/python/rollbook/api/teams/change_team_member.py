from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.team_member import TeamMember
from ...models.team_member_change import TeamMemberChange
from ...types import UNSET, Unset


def change_team_member(
    account_id: str,
    team_id: str,
    user_id: str,
    *,
    body: TeamMemberChange,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[TeamMember]:
    """Sets, moves or takes away the end of a user's place in a team, or changes the reason for it.

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
        path="/v1/accounts/{account_id}/teams/{team_id}/members/{user_id}".format(
            account_id=quote(str(account_id), safe=""),
            team_id=quote(str(team_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> TeamMember:
    return TeamMember.from_dict(answer)
