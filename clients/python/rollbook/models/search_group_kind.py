from typing import Literal, cast

SearchGroupKind = Literal[
    "access-request",
    "access-roles",
    "account",
    "api-key",
    "delivery",
    "event",
    "import",
    "job",
    "log-stream",
    "service-group",
    "team",
    "user",
    "webhook-endpoint",
]


def check_search_group_kind(value: str) -> SearchGroupKind:
    """A newer API may have more values: they are let through."""
    return cast(SearchGroupKind, value)
