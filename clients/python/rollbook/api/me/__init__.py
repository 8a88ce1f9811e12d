from .get_me import get_me

__all__ = [
    "get_me",
]
