from .change_service_group import change_service_group
from .create_service_group import create_service_group
from .get_service_group import get_service_group
from .list_service_groups import list_service_groups
from .remove_service_group import remove_service_group

__all__ = [
    "change_service_group",
    "create_service_group",
    "get_service_group",
    "list_service_groups",
    "remove_service_group",
]
