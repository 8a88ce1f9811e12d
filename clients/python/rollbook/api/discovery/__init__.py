from .auth_zen_configuration import auth_zen_configuration
from .protected_resource import protected_resource

__all__ = [
    "auth_zen_configuration",
    "protected_resource",
]
