from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.create_invitation import CreateInvitation
from ...models.invited_user import InvitedUser
from ...types import UNSET, Unset


def invite_user(
    account_id: str,
    *,
    body: CreateInvitation,
    idempotency_key: str | Unset = UNSET,
) -> Call[InvitedUser]:
    """Invites a person by email. The user exists with status `invited`, a role and service groups until
    somebody accepts with the
    token in the mail.

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
        path="/v1/accounts/{account_id}/invitations".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> InvitedUser:
    return InvitedUser.from_dict(answer)
