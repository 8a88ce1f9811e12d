from .models import Problem


class RollbookError(Exception):
    """A refusal (RFC 9457): `code` says why, for programs, and `detail` for people."""

    def __init__(self, status: int, problem: Problem, retry_after: float | None = None) -> None:
        super().__init__(f"{problem.code}: {problem.detail}")
        self.status = status
        self.problem = problem
        self.code = problem.code
        self.detail = problem.detail
        self.retry_after = retry_after
        """Seconds to wait before the next attempt, according to the API."""


class NoAnswerError(Exception):
    """There was no answer, or none of Rollbook's: the network, a proxy, a time limit."""

    def __init__(self, message: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


class CopyTooOldError(Exception):
    """A guard's copy is older than it may be: it knows nothing, and lets nobody in."""


class SignatureError(Exception):
    """A webhook was not signed with any of the secrets, or too long ago."""
