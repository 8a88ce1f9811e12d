from typing import Any

from ...calls import Call
from ...models.me import Me


def get_me() -> Call[Me]:
    """Gets the caller, with their account and role, and the service groups that they manage.

    For: operator, owner, admin, member, api-key.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/me",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Me:
    return Me.from_dict(answer)
