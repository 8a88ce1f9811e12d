from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.requestable_access_role import RequestableAccessRole


T = TypeVar("T", bound="RequestableServiceGroup")


@_attrs_define
class RequestableServiceGroup:
    id: str
    name: str
    max_length_seconds: float | None
    """ The longest time for which access is given, in seconds. Null: any, also without an end. """
    default_length_seconds: float | None
    """ The default length of access, in seconds. Null: as long as allowed. """
    reason_required: bool
    access_roles: list[RequestableAccessRole]
    """ The access roles that members may ask for. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        max_length_seconds: float | None
        max_length_seconds = self.max_length_seconds

        default_length_seconds: float | None
        default_length_seconds = self.default_length_seconds

        reason_required = self.reason_required

        access_roles = []
        for access_roles_item_data in self.access_roles:
            access_roles_item = access_roles_item_data.to_dict()
            access_roles.append(access_roles_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "maxLengthSeconds": max_length_seconds,
                "defaultLengthSeconds": default_length_seconds,
                "reasonRequired": reason_required,
                "accessRoles": access_roles,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.requestable_access_role import RequestableAccessRole

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_max_length_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        max_length_seconds = _parse_max_length_seconds(d.pop("maxLengthSeconds"))

        def _parse_default_length_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        default_length_seconds = _parse_default_length_seconds(
            d.pop("defaultLengthSeconds")
        )

        reason_required = d.pop("reasonRequired")

        access_roles = []
        _access_roles = d.pop("accessRoles")
        for access_roles_item_data in _access_roles:
            access_roles_item = RequestableAccessRole.from_dict(access_roles_item_data)

            access_roles.append(access_roles_item)

        requestable_service_group = cls(
            id=id,
            name=name,
            max_length_seconds=max_length_seconds,
            default_length_seconds=default_length_seconds,
            reason_required=reason_required,
            access_roles=access_roles,
        )

        requestable_service_group.additional_properties = d
        return requestable_service_group

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
