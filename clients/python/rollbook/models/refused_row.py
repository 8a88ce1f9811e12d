from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="RefusedRow")


@_attrs_define
class RefusedRow:
    line: int
    """ Of a file the line in which the row begins; of a bulk job or an undo the number of the row, from 1. """
    user_id: None | str
    """ The user of the row of a bulk job or an undo, otherwise null. """
    service_group_id: None | str
    """ The service group of an undo's row, otherwise null. """
    code: str
    detail: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        line = self.line

        user_id: None | str
        user_id = self.user_id

        service_group_id: None | str
        service_group_id = self.service_group_id

        code = self.code

        detail = self.detail

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "line": line,
                "userId": user_id,
                "serviceGroupId": service_group_id,
                "code": code,
                "detail": detail,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        line = d.pop("line")

        def _parse_user_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        user_id = _parse_user_id(d.pop("userId"))

        def _parse_service_group_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        service_group_id = _parse_service_group_id(d.pop("serviceGroupId"))

        code = d.pop("code")

        detail = d.pop("detail")

        refused_row = cls(
            line=line,
            user_id=user_id,
            service_group_id=service_group_id,
            code=code,
            detail=detail,
        )

        refused_row.additional_properties = d
        return refused_row

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
