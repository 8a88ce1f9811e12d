from .live import live
from .ready import ready

__all__ = [
    "live",
    "ready",
]
