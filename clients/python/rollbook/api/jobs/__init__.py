from .cancel_job import cancel_job
from .download_refused_rows import download_refused_rows
from .get_job import get_job
from .list_jobs import list_jobs
from .list_refused import list_refused
from .pause_job import pause_job
from .resume_job import resume_job

__all__ = [
    "cancel_job",
    "download_refused_rows",
    "get_job",
    "list_jobs",
    "list_refused",
    "pause_job",
    "resume_job",
]
