from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.change_user import ChangeUser
from ...models.user import User
from ...types import UNSET, Unset


def change_user(
    account_id: str,
    user_id: str,
    *,
    body: ChangeUser,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[User]:
    """Changes the name, email, role, external id or metadata (merge patch, RFC 7396).

    For: operator, owner, admin, users:write.
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
        path="/v1/accounts/{account_id}/users/{user_id}".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> User:
    return User.from_dict(answer)
