from typing import Literal, cast

MembershipRulesApprovers = Literal["admins", "managers"]


def check_membership_rules_approvers(value: str) -> MembershipRulesApprovers:
    """A newer API may have more values: they are let through."""
    return cast(MembershipRulesApprovers, value)
