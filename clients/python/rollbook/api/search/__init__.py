from .search import search

__all__ = [
    "search",
]
