from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.change_warning_code import ChangeWarningCode, check_change_warning_code

T = TypeVar("T", bound="ChangeWarning")


@_attrs_define
class ChangeWarning:
    code: ChangeWarningCode
    """ `group_left_empty`: nobody would be left in the group. `large_share`: more than a tenth of its members would
    be removed.
    `own_access`: you would lose access. """
    detail: str
    """ One sentence. """
    service_group_id: None | str
    """ Null if it does not concern a service group. """
    removed: int
    """ How many memberships of the service group would end, or how many users are affected. """
    member_count: float | None
    """ The members of the service group, with a short delay. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code: str = self.code

        detail = self.detail

        service_group_id: None | str
        service_group_id = self.service_group_id

        removed = self.removed

        member_count: float | None
        member_count = self.member_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "detail": detail,
                "serviceGroupId": service_group_id,
                "removed": removed,
                "memberCount": member_count,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = check_change_warning_code(d.pop("code"))

        detail = d.pop("detail")

        def _parse_service_group_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        service_group_id = _parse_service_group_id(d.pop("serviceGroupId"))

        removed = d.pop("removed")

        def _parse_member_count(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        member_count = _parse_member_count(d.pop("memberCount"))

        change_warning = cls(
            code=code,
            detail=detail,
            service_group_id=service_group_id,
            removed=removed,
            member_count=member_count,
        )

        change_warning.additional_properties = d
        return change_warning

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
