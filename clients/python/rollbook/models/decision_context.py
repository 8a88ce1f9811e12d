from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.decision_context_reason import (
    DecisionContextReason,
    check_decision_context_reason,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.evaluation_error import EvaluationError


T = TypeVar("T", bound="DecisionContext")


@_attrs_define
class DecisionContext:
    error: EvaluationError | Unset = UNSET
    reason: DecisionContextReason | Unset = UNSET
    """ `unknown_action`: no access role of the account has this permission. Only for those who may check others.
    """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        error: dict[str, Any] | Unset = UNSET
        if not isinstance(self.error, Unset):
            error = self.error.to_dict()

        reason: str | Unset = UNSET
        if not isinstance(self.reason, Unset):
            reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if error is not UNSET:
            field_dict["error"] = error
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.evaluation_error import EvaluationError

        d = dict(src_dict)
        _error = d.pop("error", UNSET)
        error: EvaluationError | Unset
        if isinstance(_error, Unset):
            error = UNSET
        else:
            error = EvaluationError.from_dict(_error)

        _reason = d.pop("reason", UNSET)
        reason: DecisionContextReason | Unset
        if isinstance(_reason, Unset):
            reason = UNSET
        else:
            reason = check_decision_context_reason(_reason)

        decision_context = cls(
            error=error,
            reason=reason,
        )

        decision_context.additional_properties = d
        return decision_context

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
