from .create_api_key import create_api_key
from .get_api_key import get_api_key
from .list_api_keys import list_api_keys
from .list_scopes import list_scopes
from .revoke_api_key import revoke_api_key
from .rotate_api_key import rotate_api_key

__all__ = [
    "create_api_key",
    "get_api_key",
    "list_api_keys",
    "list_scopes",
    "revoke_api_key",
    "rotate_api_key",
]
