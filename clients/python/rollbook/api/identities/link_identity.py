from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.identity import Identity
from ...models.link_identity import LinkIdentity
from ...types import UNSET, Unset


def link_identity(
    account_id: str,
    user_id: str,
    *,
    body: LinkIdentity,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[Identity]:
    """Links an identity at an identity provider to a user, who can then sign in with it. Linking it again
    changes nothing. Only an
    owner or an operator may link one to an owner.

    For: operator, owner, admin, identities:write.
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
        method="POST",
        path="/v1/accounts/{account_id}/users/{user_id}/identities".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Identity:
    return Identity.from_dict(answer)
