from .create_operator_api_key import create_operator_api_key
from .get_operator_api_key import get_operator_api_key
from .list_operator_api_keys import list_operator_api_keys
from .revoke_operator_api_key import revoke_operator_api_key
from .rotate_operator_api_key import rotate_operator_api_key

__all__ = [
    "create_operator_api_key",
    "get_operator_api_key",
    "list_operator_api_keys",
    "revoke_operator_api_key",
    "rotate_operator_api_key",
]
