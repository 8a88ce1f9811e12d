from typing import Literal, cast

ActorKind = Literal["api-key", "operator", "scim", "system", "user"]


def check_actor_kind(value: str) -> ActorKind:
    """A newer API may have more values: they are let through."""
    return cast(ActorKind, value)
