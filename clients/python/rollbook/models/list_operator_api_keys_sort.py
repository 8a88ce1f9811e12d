from typing import Literal, cast

ListOperatorApiKeysSort = Literal["-createdAt", "-name", "createdAt", "name"]


def check_list_operator_api_keys_sort(value: str) -> ListOperatorApiKeysSort:
    """A newer API may have more values: they are let through."""
    return cast(ListOperatorApiKeysSort, value)
