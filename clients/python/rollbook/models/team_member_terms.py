from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="TeamMemberTerms")


@_attrs_define
class TeamMemberTerms:
    expires_at: None | str | Unset = UNSET
    """ When it ends by itself: a time in the future, ISO 8601 with a time zone. Null, or absent: it does not. """
    reason: str | Unset = UNSET
    """ Why they are in it. 1 to 500 characters. """

    def to_dict(self) -> dict[str, Any]:
        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = self.expires_at

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if reason is not UNSET:
            field_dict["reason"] = reason

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

        team_member_terms = cls(
            expires_at=expires_at,
            reason=reason,
        )

        return team_member_terms
