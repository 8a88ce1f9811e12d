from .evaluate import evaluate
from .evaluate_many import evaluate_many
from .search_actions import search_actions
from .search_resources import search_resources
from .search_subjects import search_subjects

__all__ = [
    "evaluate",
    "evaluate_many",
    "search_actions",
    "search_resources",
    "search_subjects",
]
