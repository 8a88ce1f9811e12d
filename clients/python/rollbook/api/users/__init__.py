from .activate_user import activate_user
from .change_user import change_user
from .create_user import create_user
from .create_users import create_users
from .erase_user import erase_user
from .get_user import get_user
from .list_users import list_users
from .reactivate_user import reactivate_user
from .remove_user import remove_user
from .suspend_user import suspend_user

__all__ = [
    "activate_user",
    "change_user",
    "create_user",
    "create_users",
    "erase_user",
    "get_user",
    "list_users",
    "reactivate_user",
    "remove_user",
    "suspend_user",
]
