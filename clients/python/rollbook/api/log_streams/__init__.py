from .change_log_stream import change_log_stream
from .create_log_stream import create_log_stream
from .disable_log_stream import disable_log_stream
from .enable_log_stream import enable_log_stream
from .get_log_stream import get_log_stream
from .list_log_streams import list_log_streams
from .remove_log_stream import remove_log_stream
from .replace_stream_secret import replace_stream_secret
from .replay_log_stream import replay_log_stream

__all__ = [
    "change_log_stream",
    "create_log_stream",
    "disable_log_stream",
    "enable_log_stream",
    "get_log_stream",
    "list_log_streams",
    "remove_log_stream",
    "replace_stream_secret",
    "replay_log_stream",
]
