from typing import Any

from ...calls import Call
from ...models.account import Account
from ...models.create_account import CreateAccount
from ...types import UNSET, Unset


def create_account(
    *,
    body: CreateAccount,
    idempotency_key: str | Unset = UNSET,
) -> Call[Account]:
    """Creates an account, with its first access roles.

    For: operator, platform:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Account:
    return Account.from_dict(answer)
