from .end_user_session import end_user_session
from .list_user_sessions import list_user_sessions

__all__ = [
    "end_user_session",
    "list_user_sessions",
]
