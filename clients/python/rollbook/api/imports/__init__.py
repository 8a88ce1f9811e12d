from .get_import import get_import
from .import_rows import import_rows
from .inspect_import import inspect_import
from .list_import_errors import list_import_errors
from .list_imports import list_imports

__all__ = [
    "get_import",
    "import_rows",
    "inspect_import",
    "list_import_errors",
    "list_imports",
]
