from .get_event import get_event
from .list_actors import list_actors
from .list_event_types import list_event_types
from .list_events import list_events
from .list_service_group_events import list_service_group_events
from .list_user_events import list_user_events
from .revert_change import revert_change

__all__ = [
    "get_event",
    "list_actors",
    "list_event_types",
    "list_events",
    "list_service_group_events",
    "list_user_events",
    "revert_change",
]
