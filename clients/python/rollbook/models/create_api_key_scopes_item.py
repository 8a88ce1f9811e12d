from typing import Literal, cast

CreateApiKeyScopesItem = Literal[
    "access-requests:decide",
    "access-requests:read",
    "access-roles:read",
    "access-roles:write",
    "access:check",
    "account:read",
    "account:write",
    "admins:write",
    "events:read",
    "identities:write",
    "jobs:read",
    "log:monitor",
    "managers:write",
    "memberships:read",
    "memberships:write",
    "platform:read",
    "platform:write",
    "scim",
    "service-groups:read",
    "service-groups:write",
    "teams:read",
    "teams:write",
    "users:read",
    "users:write",
]


def check_create_api_key_scopes_item(value: str) -> CreateApiKeyScopesItem:
    """A newer API may have more values: they are let through."""
    return cast(CreateApiKeyScopesItem, value)
