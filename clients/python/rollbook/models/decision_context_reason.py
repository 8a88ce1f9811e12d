from typing import Literal, cast

DecisionContextReason = Literal["unknown_action"]


def check_decision_context_reason(value: str) -> DecisionContextReason:
    """A newer API may have more values: they are let through."""
    return cast(DecisionContextReason, value)
