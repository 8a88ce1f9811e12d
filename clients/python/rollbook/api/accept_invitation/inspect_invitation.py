from typing import Any

from ...calls import Call
from ...models.accept_invitation import AcceptInvitation
from ...models.inspected_invitation import InspectedInvitation


def inspect_invitation(
    *,
    body: AcceptInvitation,
) -> Call[InspectedInvitation]:
    """Shows what accepting an invitation would mean, to anyone who has the token of its mail. Changes
    nothing.

    For: everybody, without a credential.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/invitations/inspect",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> InspectedInvitation:
    return InspectedInvitation.from_dict(answer)
