from typing import Literal, cast

ListAccountsOrder = Literal["asc", "desc"]


def check_list_accounts_order(value: str) -> ListAccountsOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListAccountsOrder, value)
