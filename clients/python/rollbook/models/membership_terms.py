from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="MembershipTerms")


@_attrs_define
class MembershipTerms:
    expires_at: None | str | Unset = UNSET
    """ When it ends by itself: a time in the future, ISO 8601 with a time zone. Null, or absent: it does not. """
    reason: str | Unset = UNSET
    """ Why it is given. 1 to 500 characters. """
    access_role: None | str | Unset = UNSET
    """ The key of an access role of the account. Null, or absent: none. """

    def to_dict(self) -> dict[str, Any]:
        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = self.expires_at

        reason = self.reason

        access_role: None | str | Unset
        if isinstance(self.access_role, Unset):
            access_role = UNSET
        else:
            access_role = self.access_role

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if reason is not UNSET:
            field_dict["reason"] = reason
        if access_role is not UNSET:
            field_dict["accessRole"] = access_role

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_expires_at(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        expires_at = _parse_expires_at(d.pop("expiresAt", UNSET))

        reason = d.pop("reason", UNSET)

        def _parse_access_role(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        access_role = _parse_access_role(d.pop("accessRole", UNSET))

        membership_terms = cls(
            expires_at=expires_at,
            reason=reason,
            access_role=access_role,
        )

        return membership_terms
