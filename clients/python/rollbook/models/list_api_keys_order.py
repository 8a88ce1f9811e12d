from typing import Literal, cast

ListApiKeysOrder = Literal["asc", "desc"]


def check_list_api_keys_order(value: str) -> ListApiKeysOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListApiKeysOrder, value)
