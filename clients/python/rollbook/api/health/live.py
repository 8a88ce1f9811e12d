from typing import Any

from ...calls import Call
from ...models.liveness import Liveness


def live() -> Call[Liveness]:
    """Checks that the process is running. Does not check what it depends on: a restart would not help
    there.

    For: everybody, without a credential.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/health/live",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Liveness:
    return Liveness.from_dict(answer)
