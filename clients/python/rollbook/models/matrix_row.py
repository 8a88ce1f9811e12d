from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.matrix_row_cells import MatrixRowCells
    from ..models.matrix_row_team_cells import MatrixRowTeamCells
    from ..models.matrix_user import MatrixUser


T = TypeVar("T", bound="MatrixRow")


@_attrs_define
class MatrixRow:
    cells: MatrixRowCells
    """ By service group id: the service groups of which the user is a member. """
    user: MatrixUser
    team_cells: MatrixRowTeamCells | Unset = UNSET
    """ By service group id: the teams by which the user may enter it, whether or not they also are a member.
    Absent: no team opens any. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cells = self.cells.to_dict()

        user = self.user.to_dict()

        team_cells: dict[str, Any] | Unset = UNSET
        if not isinstance(self.team_cells, Unset):
            team_cells = self.team_cells.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cells": cells,
                "user": user,
            }
        )
        if team_cells is not UNSET:
            field_dict["teamCells"] = team_cells

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.matrix_row_cells import MatrixRowCells
        from ..models.matrix_row_team_cells import MatrixRowTeamCells
        from ..models.matrix_user import MatrixUser

        d = dict(src_dict)
        cells = MatrixRowCells.from_dict(d.pop("cells"))

        user = MatrixUser.from_dict(d.pop("user"))

        _team_cells = d.pop("teamCells", UNSET)
        team_cells: MatrixRowTeamCells | Unset
        if isinstance(_team_cells, Unset):
            team_cells = UNSET
        else:
            team_cells = MatrixRowTeamCells.from_dict(_team_cells)

        matrix_row = cls(
            cells=cells,
            user=user,
            team_cells=team_cells,
        )

        matrix_row.additional_properties = d
        return matrix_row

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
