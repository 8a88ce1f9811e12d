from typing import Literal, cast

ChangedMembershipRulesApproversType3Type1 = Literal["admins", "managers"]


def check_changed_membership_rules_approvers_type_3_type_1(
    value: str,
) -> ChangedMembershipRulesApproversType3Type1:
    """A newer API may have more values: they are let through."""
    return cast(ChangedMembershipRulesApproversType3Type1, value)
