from .list_usage import list_usage

__all__ = [
    "list_usage",
]
