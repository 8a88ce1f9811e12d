from .create_bulk_job import create_bulk_job

__all__ = [
    "create_bulk_job",
]
