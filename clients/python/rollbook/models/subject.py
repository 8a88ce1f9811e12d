from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.subject_type import SubjectType, check_subject_type
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.subject_properties import SubjectProperties


T = TypeVar("T", bound="Subject")


@_attrs_define
class Subject:
    type_: SubjectType
    id: str
    """ `user_` followed by a ULID, or `external:` followed by the external id of a user: `external:ada`. """
    properties: SubjectProperties | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        id = self.id

        properties: dict[str, Any] | Unset = UNSET
        if not isinstance(self.properties, Unset):
            properties = self.properties.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "id": id,
            }
        )
        if properties is not UNSET:
            field_dict["properties"] = properties

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.subject_properties import SubjectProperties

        d = dict(src_dict)
        type_ = check_subject_type(d.pop("type"))

        id = d.pop("id")

        _properties = d.pop("properties", UNSET)
        properties: SubjectProperties | Unset
        if isinstance(_properties, Unset):
            properties = UNSET
        else:
            properties = SubjectProperties.from_dict(_properties)

        subject = cls(
            type_=type_,
            id=id,
            properties=properties,
        )

        return subject
