from .add_manager import add_manager
from .list_candidates import list_candidates
from .list_managed_service_groups import list_managed_service_groups
from .list_managers import list_managers
from .remove_manager import remove_manager

__all__ = [
    "add_manager",
    "list_candidates",
    "list_managed_service_groups",
    "list_managers",
    "remove_manager",
]
