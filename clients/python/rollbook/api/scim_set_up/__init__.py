from .get_scim_set_up import get_scim_set_up

__all__ = [
    "get_scim_set_up",
]
