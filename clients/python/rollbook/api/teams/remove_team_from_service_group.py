from typing import Any
from urllib.parse import quote

from ...calls import Call, nothing
from ...types import UNSET, Unset


def remove_team_from_service_group(
    account_id: str,
    service_group_id: str,
    team_id: str,
    *,
    prefer: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[None]:
    """Takes the access of a team away: who was let in only by it may no longer enter. With `Prefer:
    return=representation`, and in a dry run, the
    answer says which other teams still may. It says nothing of each person: members go on, and who is
    in one of those teams.

    For: operator, owner, admin, teams:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(prefer, Unset):
        headers["Prefer"] = prefer

    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["headers"] = headers
    return Call(
        method="DELETE",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/teams/{team_id}".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
            team_id=quote(str(team_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=nothing,
    )
