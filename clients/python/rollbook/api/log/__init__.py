from .get_event_proof import get_event_proof
from .get_log import get_log
from .get_log_checkpoint import get_log_checkpoint
from .get_log_tile import get_log_tile

__all__ = [
    "get_event_proof",
    "get_log",
    "get_log_checkpoint",
    "get_log_tile",
]
