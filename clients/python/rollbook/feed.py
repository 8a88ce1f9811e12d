import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from dataclasses import dataclass
from datetime import datetime

from .api.changes import read_all_changes, read_changes
from .calls import Call
from .client import AsyncClient, Client
from .errors import NoAnswerError, RollbookError
from .models import Changes
from .retries import FIRST_PAUSE, backoff
from .types import UNSET, Unset

_MAX_PAGE = 1_000
_LONG_POLL = 20
"""Seconds, as long as the API lets one wait."""
_ANSWER_WITHIN = 10.0
_MAX_PAUSE = 20.0

_Error = RollbookError | NoAnswerError


@dataclass(frozen=True)
class _Read:
    call: Call[Changes]
    timeout: float


@dataclass(frozen=True)
class _Moment:
    wall: float
    monotonic: float

    @staticmethod
    def now() -> "_Moment":
        return _Moment(time.time(), time.monotonic())

    def before(self, seconds: float) -> "_Moment":
        return _Moment(self.wall - seconds, self.monotonic - seconds)

    @property
    def elapsed(self) -> float:
        """By the clock that has gone further: one may stand still while a machine sleeps, the other be set back."""
        return max(time.time() - self.wall, time.monotonic() - self.monotonic)


_Steps = Generator[_Read | Changes | float, Changes | _Error | None, None]


class _Following:
    """How a feed is followed, by a client that waits or one that does not: reads, pauses, and pages to hand out."""

    def __init__(
        self,
        account: str | None,
        cursor: str | None = None,
        on_failure: Callable[[Exception, float], None] | None = None,
    ) -> None:
        self.cursor = cursor
        """Where to go on: keep it in the same transaction as what you derive. `now`: from now on."""
        self._account = account
        self._on_failure = on_failure
        self._complete: _Moment | None = None

    @property
    def age(self) -> float:
        """For how many seconds things may have happened that were not handled yet.

        It follows from what the API states of its feed, never from the absence of a further page, and counts from when
        the request was sent. Infinite before there was a statement.
        """
        return math.inf if self._complete is None else self._complete.elapsed

    def is_level(self, within: float) -> bool:
        """Whether everything that happened up to so many seconds ago has been handled."""
        return self.age <= within

    def _steps(self) -> _Steps:
        wait, limit, failures, started = 0, _MAX_PAGE, 0, False
        while True:
            asked = _Moment.now()
            page = yield self._read(wait, limit)
            if isinstance(page, Changes) and self._leads_nowhere(page):
                page = NoAnswerError("A page of the feed leads to itself.")
            if not isinstance(page, Changes):
                assert page is not None
                if (not started and _is_mistake(page)) or _is_unknown_cursor(page):
                    raise page
                failures += 1
                pause = max(backoff(failures, FIRST_PAUSE, _MAX_PAUSE), min(page.retry_after or 0.0, _MAX_PAUSE))
                # Of a server, or of one before it, to which the answer may have been too large.
                limit = max(1, limit // 2) if page.status in (500, 502) else limit
                if self._on_failure:
                    self._on_failure(page, pause)
                yield pause
                continue
            started, failures, limit = True, 0, min(_MAX_PAGE, 2 * limit)
            yield page
            self._take(page, asked)
            wait = _LONG_POLL if page.up_to_date else 0
            if page.up_to_date and not isinstance(page.ask_again_after_seconds, Unset):
                yield float(min(page.ask_again_after_seconds, _LONG_POLL))

    def _read(self, wait: int, limit: int) -> _Read:
        after = UNSET if self.cursor is None else self.cursor
        call = (
            read_all_changes(after=after, wait=wait, limit=limit)
            if self._account is None
            else read_changes(self._account, after=after, wait=wait, limit=limit)
        )
        return _Read(call, wait + _ANSWER_WITHIN)

    def _leads_nowhere(self, page: Changes) -> bool:
        return page.next_cursor == self.cursor and (not page.up_to_date or bool(page.data))

    def _take(self, page: Changes, asked: _Moment) -> None:
        """The page has been handled. What is no statement, or an older one, changes nothing but the cursor."""
        self.cursor = page.next_cursor
        if not page.up_to_date or page.complete_to is None:
            return
        lag = datetime.fromisoformat(page.read_at) - datetime.fromisoformat(page.complete_to)
        complete = asked.before(max(0.0, lag.total_seconds()))
        if complete.elapsed < self.age:
            self._complete = complete


def _is_mistake(error: _Error) -> bool:
    return isinstance(error, RollbookError) and error.status in (401, 403, 404)


def _is_unknown_cursor(error: _Error) -> bool:
    return isinstance(error, RollbookError) and error.code == "invalid_cursor"


class Feed(_Following):
    """The changes of an account, each once and in order: `for page in Feed(client, account, cursor)`.

    A page counts as handled when the loop comes back for the next. Failures are tried again after growing pauses; what
    ends the loop is RollbookError for a cursor that the API does not know (`invalid_cursor`: begin again), and, before
    the first page, a refusal. Without an account: those of all accounts, with a key of the operators.
    """

    def __init__(
        self,
        client: Client,
        account: str | None,
        cursor: str | None = None,
        *,
        on_failure: Callable[[Exception, float], None] | None = None,
    ) -> None:
        super().__init__(account, cursor, on_failure)
        self._client = client

    def __iter__(self) -> Iterator[Changes]:
        steps = self._steps()
        got: Changes | _Error | None = None
        while True:
            step = steps.send(got)
            got = None
            if isinstance(step, float):
                time.sleep(step)
            elif isinstance(step, Changes):
                yield step
            else:
                try:
                    got = self._client.call(step.call, timeout=step.timeout, attempts=1)
                except (RollbookError, NoAnswerError) as error:
                    got = error


class AsyncFeed(_Following):
    """The same, by `async for`."""

    def __init__(
        self,
        client: AsyncClient,
        account: str | None,
        cursor: str | None = None,
        *,
        on_failure: Callable[[Exception, float], None] | None = None,
    ) -> None:
        super().__init__(account, cursor, on_failure)
        self._client = client

    async def __aiter__(self) -> AsyncIterator[Changes]:
        steps = self._steps()
        got: Changes | _Error | None = None
        while True:
            step = steps.send(got)
            got = None
            if isinstance(step, float):
                await asyncio.sleep(step)
            elif isinstance(step, Changes):
                yield step
            else:
                try:
                    got = await self._client.call(step.call, timeout=step.timeout, attempts=1)
                except (RollbookError, NoAnswerError) as error:
                    got = error
