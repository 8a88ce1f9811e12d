from typing import Any

from ...calls import Call
from ...models.protected_resource import ProtectedResource


def protected_resource() -> Call[ProtectedResource]:
    """Gets which issuers' tokens are accepted (OAuth 2.0 Protected Resource Metadata, RFC 9728).

    For: everybody, without a credential.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/.well-known/oauth-protected-resource",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ProtectedResource:
    return ProtectedResource.from_dict(answer)
