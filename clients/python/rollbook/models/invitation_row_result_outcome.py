from typing import Literal, cast

InvitationRowResultOutcome = Literal["done", "refused", "unchanged"]


def check_invitation_row_result_outcome(value: str) -> InvitationRowResultOutcome:
    """A newer API may have more values: they are let through."""
    return cast(InvitationRowResultOutcome, value)
