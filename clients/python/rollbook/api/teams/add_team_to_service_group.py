from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.membership_terms import MembershipTerms
from ...models.team_access import TeamAccess
from ...types import UNSET, Unset


def add_team_to_service_group(
    account_id: str,
    service_group_id: str,
    team_id: str,
    *,
    body: MembershipTerms | Unset = UNSET,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[TeamAccess]:
    """Gives a team access to a service group, for good or until `expiresAt`: 201, or 200 if it has it
    already, whose end and access role do not
    change. Its users may enter from now on, and who joins it later.

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
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/teams/{team_id}".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
            team_id=quote(str(team_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> TeamAccess:
    if status == 200:
        return TeamAccess.from_dict(answer)
    return TeamAccess.from_dict(answer)
