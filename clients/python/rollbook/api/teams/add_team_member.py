from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.added_team_member import AddedTeamMember
from ...models.team_member_terms import TeamMemberTerms
from ...types import UNSET, Unset


def add_team_member(
    account_id: str,
    team_id: str,
    user_id: str,
    *,
    body: TeamMemberTerms | Unset = UNSET,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[AddedTeamMember]:
    """Adds a user to a team, for good or until `expiresAt`: 201, or 200 if they are in it already, whose
    end does not change. The answer says
    which service groups this opens to them.

    For: operator, owner, admin, teams:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="PUT",
        path="/v1/accounts/{account_id}/teams/{team_id}/members/{user_id}".format(
            account_id=quote(str(account_id), safe=""),
            team_id=quote(str(team_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AddedTeamMember:
    if status == 200:
        return AddedTeamMember.from_dict(answer)
    return AddedTeamMember.from_dict(answer)
