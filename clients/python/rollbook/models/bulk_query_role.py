from typing import Literal, cast

BulkQueryRole = Literal["admin", "member", "owner"]


def check_bulk_query_role(value: str) -> BulkQueryRole:
    """A newer API may have more values: they are let through."""
    return cast(BulkQueryRole, value)
