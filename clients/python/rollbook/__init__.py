"""A client of Rollbook's HTTP API. `rollbook.api` has its routes, `rollbook.models` its types: both are generated."""

from .calls import Answer, Call
from .client import AsyncClient, Client
from .errors import CopyTooOldError, NoAnswerError, RollbookError, SignatureError
from .feed import AsyncFeed, Feed
from .webhooks import verify_webhook

__all__ = [
    "Answer",
    "AsyncClient",
    "AsyncFeed",
    "Call",
    "Client",
    "CopyTooOldError",
    "Feed",
    "NoAnswerError",
    "RollbookError",
    "SignatureError",
    "verify_webhook",
]
