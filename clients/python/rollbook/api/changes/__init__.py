from .read_all_changes import read_all_changes
from .read_changes import read_changes
from .read_snapshot import read_snapshot

__all__ = [
    "read_all_changes",
    "read_changes",
    "read_snapshot",
]
