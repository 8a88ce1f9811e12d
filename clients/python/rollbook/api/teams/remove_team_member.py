from typing import Any
from urllib.parse import quote

from ...calls import Call, nothing
from ...types import UNSET, Unset


def remove_team_member(
    account_id: str,
    team_id: str,
    user_id: str,
    *,
    prefer: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[None]:
    """Removes a user from a team: what only it opened to them is closed to them. With `Prefer:
    return=representation`, and in a dry run, the answer
    says which service groups this closes, and which stay open by another way.

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
        path="/v1/accounts/{account_id}/teams/{team_id}/members/{user_id}".format(
            account_id=quote(str(account_id), safe=""),
            team_id=quote(str(team_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=nothing,
    )
