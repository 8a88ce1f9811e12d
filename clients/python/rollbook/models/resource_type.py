from typing import Literal, cast

ResourceType = Literal["service_group"]


def check_resource_type(value: str) -> ResourceType:
    """A newer API may have more values: they are let through."""
    return cast(ResourceType, value)
