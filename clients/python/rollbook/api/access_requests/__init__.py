from .approve_access_request import approve_access_request
from .count_access_requests import count_access_requests
from .count_access_requests_of_service_group import (
    count_access_requests_of_service_group,
)
from .get_access_request import get_access_request
from .inspect_notice import inspect_notice
from .list_access_request_events import list_access_request_events
from .list_access_requests import list_access_requests
from .list_access_requests_of_service_group import list_access_requests_of_service_group
from .list_access_requests_of_user import list_access_requests_of_user
from .list_requestable_service_groups import list_requestable_service_groups
from .refuse_access_request import refuse_access_request
from .request_access import request_access
from .withdraw_access_request import withdraw_access_request

__all__ = [
    "approve_access_request",
    "count_access_requests",
    "count_access_requests_of_service_group",
    "get_access_request",
    "inspect_notice",
    "list_access_request_events",
    "list_access_requests",
    "list_access_requests_of_service_group",
    "list_access_requests_of_user",
    "list_requestable_service_groups",
    "refuse_access_request",
    "request_access",
    "withdraw_access_request",
]
