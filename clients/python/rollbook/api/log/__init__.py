from .get_event_proof import get_event_proof
from .get_installation_batch import get_installation_batch
from .get_installation_checkpoint import get_installation_checkpoint
from .get_installation_tile import get_installation_tile
from .get_log import get_log
from .get_log_checkpoint import get_log_checkpoint
from .get_log_tile import get_log_tile

__all__ = [
    "get_event_proof",
    "get_installation_batch",
    "get_installation_checkpoint",
    "get_installation_tile",
    "get_log",
    "get_log_checkpoint",
    "get_log_tile",
]
