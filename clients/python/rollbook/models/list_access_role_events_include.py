from typing import Literal, cast

ListAccessRoleEventsInclude = Literal["actor"]


def check_list_access_role_events_include(value: str) -> ListAccessRoleEventsInclude:
    """A newer API may have more values: they are let through."""
    return cast(ListAccessRoleEventsInclude, value)
