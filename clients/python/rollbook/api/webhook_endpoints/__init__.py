from .change_webhook_endpoint import change_webhook_endpoint
from .create_webhook_endpoint import create_webhook_endpoint
from .disable_webhook_endpoint import disable_webhook_endpoint
from .enable_webhook_endpoint import enable_webhook_endpoint
from .get_webhook_endpoint import get_webhook_endpoint
from .list_webhook_endpoints import list_webhook_endpoints
from .remove_webhook_endpoint import remove_webhook_endpoint
from .rotate_webhook_secret import rotate_webhook_secret

__all__ = [
    "change_webhook_endpoint",
    "create_webhook_endpoint",
    "disable_webhook_endpoint",
    "enable_webhook_endpoint",
    "get_webhook_endpoint",
    "list_webhook_endpoints",
    "remove_webhook_endpoint",
    "rotate_webhook_secret",
]
