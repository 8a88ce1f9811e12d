from typing import Literal, cast

BulkQueryStatus = Literal["active", "invited", "suspended"]


def check_bulk_query_status(value: str) -> BulkQueryStatus:
    """A newer API may have more values: they are let through."""
    return cast(BulkQueryStatus, value)
