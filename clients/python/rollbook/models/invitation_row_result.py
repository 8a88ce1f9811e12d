from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.invitation_row_result_outcome import (
    InvitationRowResultOutcome,
    check_invitation_row_result_outcome,
)

if TYPE_CHECKING:
    from ..models.invitation import Invitation
    from ..models.row_problem import RowProblem


T = TypeVar("T", bound="InvitationRowResult")


@_attrs_define
class InvitationRowResult:
    index: int
    """ The index of the row, from 0. """
    outcome: InvitationRowResultOutcome
    """ `done`: it changed something. `unchanged`: there was nothing to change. `refused`: see `problem`. """
    user_id: None | str
    """ The version of the row's user. Null if the row was refused. """
    problem: None | RowProblem
    invitation: Invitation | None
    """ Null if the row was refused. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.invitation import Invitation
        from ..models.row_problem import RowProblem

        index = self.index

        outcome: str = self.outcome

        user_id: None | str
        user_id = self.user_id

        problem: dict[str, Any] | None
        if isinstance(self.problem, RowProblem):
            problem = self.problem.to_dict()
        else:
            problem = self.problem

        invitation: dict[str, Any] | None
        if isinstance(self.invitation, Invitation):
            invitation = self.invitation.to_dict()
        else:
            invitation = self.invitation

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "index": index,
                "outcome": outcome,
                "userId": user_id,
                "problem": problem,
                "invitation": invitation,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.invitation import Invitation
        from ..models.row_problem import RowProblem

        d = dict(src_dict)
        index = d.pop("index")

        outcome = check_invitation_row_result_outcome(d.pop("outcome"))

        def _parse_user_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        user_id = _parse_user_id(d.pop("userId"))

        def _parse_problem(data: object) -> None | RowProblem:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                problem_type_0 = RowProblem.from_dict(data)

                return problem_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RowProblem, data)

        problem = _parse_problem(d.pop("problem"))

        def _parse_invitation(data: object) -> Invitation | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                invitation_type_0 = Invitation.from_dict(data)

                return invitation_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Invitation | None, data)

        invitation = _parse_invitation(d.pop("invitation"))

        invitation_row_result = cls(
            index=index,
            outcome=outcome,
            user_id=user_id,
            problem=problem,
            invitation=invitation,
        )

        invitation_row_result.additional_properties = d
        return invitation_row_result

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
