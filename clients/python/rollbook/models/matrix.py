from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.matrix_group import MatrixGroup
    from ..models.matrix_row import MatrixRow


T = TypeVar("T", bound="Matrix")


@_attrs_define
class Matrix:
    groups: list[MatrixGroup]
    """ The columns. Service groups that do not exist are omitted. """
    rows: list[MatrixRow]
    """ Users who do not exist are omitted. """
    next_cursor: None | str
    """ Null on the last page. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        groups = []
        for groups_item_data in self.groups:
            groups_item = groups_item_data.to_dict()
            groups.append(groups_item)

        rows = []
        for rows_item_data in self.rows:
            rows_item = rows_item_data.to_dict()
            rows.append(rows_item)

        next_cursor: None | str
        next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "groups": groups,
                "rows": rows,
                "nextCursor": next_cursor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.matrix_group import MatrixGroup
        from ..models.matrix_row import MatrixRow

        d = dict(src_dict)
        groups = []
        _groups = d.pop("groups")
        for groups_item_data in _groups:
            groups_item = MatrixGroup.from_dict(groups_item_data)

            groups.append(groups_item)

        rows = []
        _rows = d.pop("rows")
        for rows_item_data in _rows:
            rows_item = MatrixRow.from_dict(rows_item_data)

            rows.append(rows_item)

        def _parse_next_cursor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_cursor = _parse_next_cursor(d.pop("nextCursor"))

        matrix = cls(
            groups=groups,
            rows=rows,
            next_cursor=next_cursor,
        )

        matrix.additional_properties = d
        return matrix

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
