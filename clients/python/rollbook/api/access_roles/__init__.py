from .get_access_roles import get_access_roles
from .list_access_role_events import list_access_role_events
from .replace_access_roles import replace_access_roles

__all__ = [
    "get_access_roles",
    "list_access_role_events",
    "replace_access_roles",
]
