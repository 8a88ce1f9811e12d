from typing import Literal, cast

Permission = Literal[
    "access-requests:ask",
    "access-requests:decide",
    "access-requests:read",
    "access-roles:read",
    "access-roles:write",
    "access:check",
    "access:check-others",
    "account:read",
    "account:write",
    "admins:write",
    "api-keys:read",
    "api-keys:write",
    "candidates:read",
    "events:read",
    "identities:write",
    "jobs:read",
    "jobs:write",
    "log:monitor",
    "managers:write",
    "memberships:read",
    "memberships:write",
    "operators:write",
    "owners:write",
    "personal-data:erase",
    "platform:read",
    "platform:write",
    "scim",
    "service-groups:read",
    "service-groups:write",
    "teams:read",
    "teams:write",
    "users:read",
    "users:see-as",
    "users:write",
    "webhook-endpoints:read",
    "webhook-endpoints:write",
]


def check_permission(value: str) -> Permission:
    """A newer API may have more values: they are let through."""
    return cast(Permission, value)
