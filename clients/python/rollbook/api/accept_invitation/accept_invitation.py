from typing import Any

from ...calls import Call
from ...models.accept_invitation import AcceptInvitation
from ...models.accepted_invitation import AcceptedInvitation


def accept_invitation(
    *,
    body: AcceptInvitation,
) -> Call[AcceptedInvitation]:
    """Accepts an invitation with the token from its mail, which activates the user. No other credential is
    needed. The identity of
    a person who is signed in with a browser is linked to the user.

    For: everybody, without a credential.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/invitations/v1/accept",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AcceptedInvitation:
    return AcceptedInvitation.from_dict(answer)
