from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.create_team import CreateTeam
from ...models.created_team import CreatedTeam
from ...types import UNSET, Unset


def create_team(
    account_id: str,
    *,
    body: CreateTeam,
    idempotency_key: str | Unset = UNSET,
) -> Call[CreatedTeam]:
    """Creates a team: nobody is in it yet, and it opens nothing. The answer to the first of an account
    names the API keys whose readers do not know
    teams.

    For: operator, owner, admin, teams:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/teams".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> CreatedTeam:
    return CreatedTeam.from_dict(answer)
