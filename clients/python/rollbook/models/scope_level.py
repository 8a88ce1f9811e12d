from typing import Literal, cast

ScopeLevel = Literal["account", "platform"]


def check_scope_level(value: str) -> ScopeLevel:
    """A newer API may have more values: they are let through."""
    return cast(ScopeLevel, value)
