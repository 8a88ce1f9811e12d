from typing import Literal, cast

ChangedMembershipRulesApproversType2Type1 = Literal["admins", "managers"]


def check_changed_membership_rules_approvers_type_2_type_1(
    value: str,
) -> ChangedMembershipRulesApproversType2Type1:
    """A newer API may have more values: they are let through."""
    return cast(ChangedMembershipRulesApproversType2Type1, value)
