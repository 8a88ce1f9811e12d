from typing import Any

from ...calls import Call
from ...models.readiness import Readiness


def ready() -> Call[Readiness]:
    """Checks that the process can serve requests: its table exists, in the shape that this version needs.
    A 503 names what is missing.

    For: everybody, without a credential.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/health/ready",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Readiness:
    return Readiness.from_dict(answer)
