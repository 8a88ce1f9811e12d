from typing import Literal, cast

ListAccountsSort = Literal["-createdAt", "-name", "createdAt", "name"]


def check_list_accounts_sort(value: str) -> ListAccountsSort:
    """A newer API may have more values: they are let through."""
    return cast(ListAccountsSort, value)
