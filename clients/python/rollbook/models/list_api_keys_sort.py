from typing import Literal, cast

ListApiKeysSort = Literal["-createdAt", "-name", "createdAt", "name"]


def check_list_api_keys_sort(value: str) -> ListApiKeysSort:
    """A newer API may have more values: they are let through."""
    return cast(ListApiKeysSort, value)
