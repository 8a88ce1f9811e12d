from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.candidate_status import CandidateStatus, check_candidate_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="Candidate")


@_attrs_define
class Candidate:
    id: str
    name: str
    email: str
    status: CandidateStatus
    """ A suspended user cannot be added. """
    is_member: bool
    """ Whether they are in the service group already. """
    expires_at: str | Unset = UNSET
    """ When their membership ends by itself. Absent: it has no end, or they are no member. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        email = self.email

        status: str = self.status

        is_member = self.is_member

        expires_at = self.expires_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "email": email,
                "status": status,
                "isMember": is_member,
            }
        )
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        email = d.pop("email")

        status = check_candidate_status(d.pop("status"))

        is_member = d.pop("isMember")

        expires_at = d.pop("expiresAt", UNSET)

        candidate = cls(
            id=id,
            name=name,
            email=email,
            status=status,
            is_member=is_member,
            expires_at=expires_at,
        )

        candidate.additional_properties = d
        return candidate

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
