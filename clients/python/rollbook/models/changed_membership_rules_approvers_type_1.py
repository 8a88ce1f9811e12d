from typing import Literal, cast

ChangedMembershipRulesApproversType1 = Literal["admins", "managers"]


def check_changed_membership_rules_approvers_type_1(
    value: str,
) -> ChangedMembershipRulesApproversType1:
    """A newer API may have more values: they are let through."""
    return cast(ChangedMembershipRulesApproversType1, value)
