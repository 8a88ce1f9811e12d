from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Identity")


@_attrs_define
class Identity:
    id: str
    """ `idty_` followed by 26 characters, derived from issuer and subject. """
    user_id: str
    issuer: str
    subject: str
    linked_at: datetime.datetime
    """ ISO 8601, UTC. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        user_id = self.user_id

        issuer = self.issuer

        subject = self.subject

        linked_at = self.linked_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "userId": user_id,
                "issuer": issuer,
                "subject": subject,
                "linkedAt": linked_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        user_id = d.pop("userId")

        issuer = d.pop("issuer")

        subject = d.pop("subject")

        linked_at = datetime.datetime.fromisoformat(d.pop("linkedAt"))

        identity = cls(
            id=id,
            user_id=user_id,
            issuer=issuer,
            subject=subject,
            linked_at=linked_at,
        )

        identity.additional_properties = d
        return identity

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
