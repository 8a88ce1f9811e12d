from .link_identity import link_identity
from .list_identities import list_identities
from .unlink_identity import unlink_identity

__all__ = [
    "link_identity",
    "list_identities",
    "unlink_identity",
]
