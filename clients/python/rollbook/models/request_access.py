from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="RequestAccess")


@_attrs_define
class RequestAccess:
    service_group_id: str
    """ A service group whose rules say that members may ask. """
    expires_at: str | Unset = UNSET
    """ The requested end: ISO 8601 with a time zone. An open request lapses then. Without this and `lengthSeconds`:
    the default of the service
    group; both together are refused. """
    length_seconds: int | Unset = UNSET
    """ Or the requested length, in seconds from the approval. """
    reason: str | Unset = UNSET
    """ The reason, 1 to 500 characters, which some service groups require. It becomes the reason of the membership.
    """
    access_role: str | Unset = UNSET
    """ The key of an access role that the rules of the service group let members ask for. """

    def to_dict(self) -> dict[str, Any]:
        service_group_id = self.service_group_id

        expires_at = self.expires_at

        length_seconds = self.length_seconds

        reason = self.reason

        access_role = self.access_role

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "serviceGroupId": service_group_id,
            }
        )
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if length_seconds is not UNSET:
            field_dict["lengthSeconds"] = length_seconds
        if reason is not UNSET:
            field_dict["reason"] = reason
        if access_role is not UNSET:
            field_dict["accessRole"] = access_role

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        service_group_id = d.pop("serviceGroupId")

        expires_at = d.pop("expiresAt", UNSET)

        length_seconds = d.pop("lengthSeconds", UNSET)

        reason = d.pop("reason", UNSET)

        access_role = d.pop("accessRole", UNSET)

        request_access = cls(
            service_group_id=service_group_id,
            expires_at=expires_at,
            length_seconds=length_seconds,
            reason=reason,
            access_role=access_role,
        )

        return request_access
