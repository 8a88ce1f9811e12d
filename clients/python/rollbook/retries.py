import random
import time
from email.utils import parsedate_to_datetime

from .errors import NoAnswerError, RollbookError

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 30.0
"""Seconds. A server that asks for longer is not waited for."""
_PASSING = (429, 502, 503, 504)


def pause_before(attempt: int, attempts: int, error: RollbookError | NoAnswerError) -> float | None:
    """At least what the API asked for, and a random part more: clients refused together must not return together.

    A conflict of too many writers has a `Retry-After` because it is temporary; other conflicts are not.
    """
    asked = error.retry_after
    passes = error.status is None or error.status in _PASSING or (error.status == 409 and asked is not None)
    if attempt >= attempts or not passes or (asked or 0) > LONGEST_PAUSE:
        return None
    return (asked or 0) + backoff(attempt, FIRST_PAUSE, LONGEST_PAUSE)


def backoff(failures: int, first: float, longest: float) -> float:
    """At least half of a step that doubles."""
    return min(longest, first * 2.0 ** min(failures - 1, 16)) * (0.5 + random.random() / 2)


def retry_after(header: str | None) -> float | None:
    """In seconds or as a date (RFC 9110, section 10.2.3)."""
    if header is None or header.isdigit():
        return None if header is None else float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None
