import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import httpx

from .api.access import evaluate
from .calls import Answer, Call, Page
from .errors import CopyTooOldError, NoAnswerError, RollbookError
from .models import (
    Action,
    Decision,
    EvaluationRequest,
    EvaluationRequestContext,
    Problem,
    Resource,
    Subject,
)
from .retries import pause_before, retry_after
from .types import UNSET

T = TypeVar("T")
Token = str | Callable[[], str]
"""An API key or another bearer token, or what returns it, called for each attempt."""


@dataclass(frozen=True)
class _Send:
    """To be sent by the one or the other client."""

    request: dict[str, Any]


_Steps = Generator[_Send | float, httpx.Response | httpx.TransportError | None, httpx.Response]


class _Calls:
    """How a call is made, by a client that waits or one that does not: a generator of requests and pauses."""

    def __init__(self, base_url: str, token: Token | None, attempts: int, timeout: float) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url must begin with http:// or https://. Is an environment variable missing?")
        if token == "":
            raise ValueError("token must not be empty. Is an environment variable missing?")
        self._base_url = base_url.rstrip("/")
        self._token = token
        self._attempts = attempts
        self._timeout = timeout

    def _steps(self, call: Call[Any], timeout: float | None, attempts: int | None) -> _Steps:
        headers = dict(call.kwargs.get("headers", {}))
        if call.method in ("POST", "PATCH", "DELETE"):
            # One for all attempts: the API runs the request once, and answers each of them the same.
            headers.setdefault("Idempotency-Key", uuid.uuid4().hex)
        headers.setdefault("Accept", "application/json, application/problem+json, */*;q=0.5")
        attempt = 0
        while True:
            attempt += 1
            if self._token is not None:
                token = self._token if isinstance(self._token, str) else self._token()
                headers["Authorization"] = f"Bearer {token}"
            request = {
                **call.kwargs,
                "method": call.method,
                "url": self._base_url + call.path,
                "headers": headers,
                "timeout": timeout or self._timeout,
            }
            response = yield _Send(request)
            if isinstance(response, httpx.Response) and response.is_success:
                return response
            error = _refusal(response)
            pause = pause_before(attempt, attempts or self._attempts, error)
            if pause is None:
                raise error from (response if isinstance(response, Exception) else None)
            yield pause


def _refusal(response: httpx.Response | httpx.TransportError | None) -> RollbookError | NoAnswerError:
    if not isinstance(response, httpx.Response):
        return NoAnswerError(f"There was no answer: {response!r}")
    status, asked = response.status_code, retry_after(response.headers.get("retry-after"))
    if not response.headers.get("content-type", "").startswith("application/problem+json"):
        return NoAnswerError(f"The answer {status} did not come from Rollbook.", status, asked)
    return RollbookError(status, Problem.from_dict(response.json()), asked)


def _answer(call: Call[T], response: httpx.Response) -> Answer[T]:
    is_json = response.headers.get("content-type", "").startswith("application/json")
    body = response.json() if is_json else response.content
    return Answer(call.parse(response.status_code, body), response.status_code, response.headers)


def _question(user: str, group: str, account: str | None, at_least: str | None) -> Call[Decision]:
    request = EvaluationRequest(
        subject=Subject("user", user), action=Action("enter"), resource=Resource("service_group", group)
    )
    if account is not None:
        request.context = EvaluationRequestContext.from_dict({"account_id": account})
    return evaluate(body=request, rollbook_at_least=at_least or UNSET)


def _verdict(decision: Decision) -> bool:
    if not decision.decision and decision.context and decision.context.error:
        if decision.context.error.code == "copy_too_old":
            raise CopyTooOldError("The guard's copy is too old.")
    return decision.decision


class Client(_Calls):
    """Calls the API, or a guard beside the service, which needs no token. It may be used by many threads at once.

    `attempts` are requests sent for one call, at most; `timeout` is that of an attempt, in seconds.
    """

    def __init__(
        self,
        base_url: str,
        token: Token | None = None,
        *,
        attempts: int = 4,
        timeout: float = 30.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(base_url, token, attempts, timeout)
        self._http = httpx.Client(transport=transport)

    def call(self, call: Call[T], *, timeout: float | None = None, attempts: int | None = None) -> T:
        """Raises RollbookError for a refusal, NoAnswerError if there is none that is Rollbook's."""
        return self.answer(call, timeout=timeout, attempts=attempts).value

    def answer(self, call: Call[T], *, timeout: float | None = None, attempts: int | None = None) -> Answer[T]:
        """With the status and the headers."""
        steps = self._steps(call, timeout, attempts)
        response: httpx.Response | httpx.TransportError | None = None
        while True:
            try:
                step = steps.send(response)
            except StopIteration as done:
                return _answer(call, done.value)
            response = None
            if isinstance(step, float):
                time.sleep(step)
                continue
            try:
                response = self._http.request(**step.request)
            except httpx.TransportError as error:
                response = error

    def each(self, call: Call[Page[T]]) -> Iterator[T]:
        """A list without its pages."""
        while True:
            page = self.call(call)
            yield from page.data
            if not page.next_cursor:
                return
            call = call.with_cursor(page.next_cursor)

    def may_enter(self, user: str, group: str, *, account: str | None = None, at_least: str | None = None) -> bool:
        """Ids, or `external:` and ids of your own. Let nobody in on an exception.

        :param account: for keys of the platform and guards of all accounts
        :param at_least: `position` of the answer to a write that the decision must not be older than
        """
        return _verdict(self.call(_question(user, group, account, at_least)))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient(_Calls):
    """The same, to be awaited."""

    def __init__(
        self,
        base_url: str,
        token: Token | None = None,
        *,
        attempts: int = 4,
        timeout: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        super().__init__(base_url, token, attempts, timeout)
        self._http = httpx.AsyncClient(transport=transport)

    async def call(self, call: Call[T], *, timeout: float | None = None, attempts: int | None = None) -> T:
        return (await self.answer(call, timeout=timeout, attempts=attempts)).value

    async def answer(self, call: Call[T], *, timeout: float | None = None, attempts: int | None = None) -> Answer[T]:
        steps = self._steps(call, timeout, attempts)
        response: httpx.Response | httpx.TransportError | None = None
        while True:
            try:
                step = steps.send(response)
            except StopIteration as done:
                return _answer(call, done.value)
            response = None
            if isinstance(step, float):
                await asyncio.sleep(step)
                continue
            try:
                response = await self._http.request(**step.request)
            except httpx.TransportError as error:
                response = error

    async def each(self, call: Call[Page[T]]) -> AsyncIterator[T]:
        while True:
            page = await self.call(call)
            for entry in page.data:
                yield entry
            if not page.next_cursor:
                return
            call = call.with_cursor(page.next_cursor)

    async def may_enter(
        self, user: str, group: str, *, account: str | None = None, at_least: str | None = None
    ) -> bool:
        return _verdict(await self.call(_question(user, group, account, at_least)))

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
