from typing import Literal, cast

ListOperatorApiKeysOrder = Literal["asc", "desc"]


def check_list_operator_api_keys_order(value: str) -> ListOperatorApiKeysOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListOperatorApiKeysOrder, value)
