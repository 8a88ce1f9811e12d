from .export_rows import export_rows

__all__ = [
    "export_rows",
]
