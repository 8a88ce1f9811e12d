from typing import Literal, cast

ListAccountsStatus = Literal["active", "suspended"]


def check_list_accounts_status(value: str) -> ListAccountsStatus:
    """A newer API may have more values: they are let through."""
    return cast(ListAccountsStatus, value)
