from .evaluate import evaluate
from .evaluate_many import evaluate_many
from .explain_access import explain_access
from .search_actions import search_actions
from .search_resources import search_resources
from .search_subjects import search_subjects

__all__ = [
    "evaluate",
    "evaluate_many",
    "explain_access",
    "search_actions",
    "search_resources",
    "search_subjects",
]
