from .change_account import change_account
from .close_account import close_account
from .create_account import create_account
from .get_account import get_account
from .get_usage import get_usage
from .list_accounts import list_accounts
from .reactivate_account import reactivate_account
from .suspend_account import suspend_account

__all__ = [
    "change_account",
    "close_account",
    "create_account",
    "get_account",
    "get_usage",
    "list_accounts",
    "reactivate_account",
    "suspend_account",
]
