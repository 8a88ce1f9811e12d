"""What the functions of `rollbook.api` return: a call, which a client makes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

import httpx

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class Call(Generic[T_co]):
    method: str
    path: str
    kwargs: dict[str, Any]
    parse: Callable[[int, Any], T_co]

    def with_cursor(self, cursor: str) -> "Call[T_co]":
        return replace(self, kwargs={**self.kwargs, "params": {**self.kwargs.get("params", {}), "cursor": cursor}})


class Page(Protocol[T_co]):
    """A list in parts."""

    @property
    def data(self) -> Sequence[T_co]: ...
    @property
    def next_cursor(self) -> str | None: ...


@dataclass(frozen=True)
class Answer(Generic[T_co]):
    value: T_co
    status: int
    headers: httpx.Headers

    @property
    def position(self) -> str | None:
        """Of a write: a read elsewhere can wait for it, as `rollbook_at_least`."""
        position: str | None = self.headers.get("rollbook-position")
        return position


def nothing(status: int, answer: Any) -> None:
    return None


def raw(status: int, answer: Any) -> bytes:
    assert isinstance(answer, bytes)
    return answer
