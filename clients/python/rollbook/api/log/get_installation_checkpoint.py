from typing import Any

from ...calls import Call, raw


def get_installation_checkpoint() -> Call[bytes]:
    """Gets the newest checkpoint of the log of all accounts, with the cosignatures of its witnesses.

    For: operator, log:monitor.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/log/checkpoint",
        kwargs=_kwargs,
        parse=raw,
    )
