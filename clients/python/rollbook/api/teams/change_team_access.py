from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.membership_change_terms import MembershipChangeTerms
from ...models.team_access import TeamAccess
from ...types import UNSET, Unset


def change_team_access(
    account_id: str,
    service_group_id: str,
    team_id: str,
    *,
    body: MembershipChangeTerms,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[TeamAccess]:
    """Sets, moves or takes away the end of a team's access, or changes its access role or the reason for
    it.

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
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/teams/{team_id}".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
            team_id=quote(str(team_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> TeamAccess:
    return TeamAccess.from_dict(answer)
