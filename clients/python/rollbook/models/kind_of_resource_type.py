from typing import Literal, cast

KindOfResourceType = Literal["service_group"]


def check_kind_of_resource_type(value: str) -> KindOfResourceType:
    """A newer API may have more values: they are let through."""
    return cast(KindOfResourceType, value)
