from .end_operator_session import end_operator_session
from .list_operator_sessions import list_operator_sessions

__all__ = [
    "end_operator_session",
    "list_operator_sessions",
]
