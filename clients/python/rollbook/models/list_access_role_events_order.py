from typing import Literal, cast

ListAccessRoleEventsOrder = Literal["asc", "desc"]


def check_list_access_role_events_order(value: str) -> ListAccessRoleEventsOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListAccessRoleEventsOrder, value)
