from typing import Any

from ...calls import Call
from ...models.auth_zen_configuration import AuthZenConfiguration


def auth_zen_configuration() -> Call[AuthZenConfiguration]:
    """Gets where access is evaluated (AuthZEN 1.0).

    For: everybody, without a credential.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/.well-known/authzen-configuration",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AuthZenConfiguration:
    return AuthZenConfiguration.from_dict(answer)
