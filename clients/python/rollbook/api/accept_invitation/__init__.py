from .accept_invitation import accept_invitation
from .inspect_invitation import inspect_invitation

__all__ = [
    "accept_invitation",
    "inspect_invitation",
]
