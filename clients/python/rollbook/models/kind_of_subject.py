from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.kind_of_subject_type import KindOfSubjectType, check_kind_of_subject_type

T = TypeVar("T", bound="KindOfSubject")


@_attrs_define
class KindOfSubject:
    type_: KindOfSubjectType

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        type_ = check_kind_of_subject_type(d.pop("type"))

        kind_of_subject = cls(
            type_=type_,
        )

        return kind_of_subject
