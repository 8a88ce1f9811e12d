from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.change_result_action import ChangeResultAction, check_change_result_action
from ..models.change_result_outcome import (
    ChangeResultOutcome,
    check_change_result_outcome,
)

if TYPE_CHECKING:
    from ..models.change_problem import ChangeProblem


T = TypeVar("T", bound="ChangeResult")


@_attrs_define
class ChangeResult:
    user_id: str
    service_group_id: str
    action: ChangeResultAction
    outcome: ChangeResultOutcome
    """ `done`: it changed something. `unchanged`: there was nothing to change. `refused`: see `problem`. """
    problem: ChangeProblem | None
    version: float | None
    """ The user's version afterwards. Null if the change was refused. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.change_problem import ChangeProblem

        user_id = self.user_id

        service_group_id = self.service_group_id

        action: str = self.action

        outcome: str = self.outcome

        problem: dict[str, Any] | None
        if isinstance(self.problem, ChangeProblem):
            problem = self.problem.to_dict()
        else:
            problem = self.problem

        version: float | None
        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "userId": user_id,
                "serviceGroupId": service_group_id,
                "action": action,
                "outcome": outcome,
                "problem": problem,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.change_problem import ChangeProblem

        d = dict(src_dict)
        user_id = d.pop("userId")

        service_group_id = d.pop("serviceGroupId")

        action = check_change_result_action(d.pop("action"))

        outcome = check_change_result_outcome(d.pop("outcome"))

        def _parse_problem(data: object) -> ChangeProblem | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                problem_type_0 = ChangeProblem.from_dict(data)

                return problem_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChangeProblem | None, data)

        problem = _parse_problem(d.pop("problem"))

        def _parse_version(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        version = _parse_version(d.pop("version"))

        change_result = cls(
            user_id=user_id,
            service_group_id=service_group_id,
            action=action,
            outcome=outcome,
            problem=problem,
            version=version,
        )

        change_result.additional_properties = d
        return change_result

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
