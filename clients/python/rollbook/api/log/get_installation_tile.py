from typing import Any
from urllib.parse import quote

from ...calls import Call, raw


def get_installation_tile(
    level: str,
    path: str,
) -> Call[bytes]:
    """Gets hashes of the log of all accounts, or its entries, which are the roots of batches, as a tile of
    https://c2sp.org/tlog-tiles.

    For: operator, log:monitor.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/log/tile/{level}/{path}".format(
            level=quote(str(level), safe=""),
            path=quote(str(path), safe=""),
        ),
        kwargs=_kwargs,
        parse=raw,
    )
