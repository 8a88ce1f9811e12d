from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.create_user import CreateUser
from ...models.user import User
from ...types import UNSET, Unset


def create_user(
    account_id: str,
    *,
    body: CreateUser,
    idempotency_key: str | Unset = UNSET,
) -> Call[User]:
    """Creates or invites a user: a member by default.

    For: operator, owner, admin, users:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/users".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> User:
    return User.from_dict(answer)
