from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ReplaceServiceGroups")


@_attrs_define
class ReplaceServiceGroups:
    service_group_ids: list[str]
    """ Ids of all service groups the user should be in; an empty list removes them from all. """
    expires_at: None | str | Unset = UNSET
    """ When it ends by itself: a time in the future, ISO 8601 with a time zone. Null, or absent: it does not. """
    reason: str | Unset = UNSET
    """ Why it is given. 1 to 500 characters. """

    def to_dict(self) -> dict[str, Any]:
        service_group_ids = self.service_group_ids

        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = self.expires_at

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "serviceGroupIds": service_group_ids,
            }
        )
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        service_group_ids = cast(list[str], d.pop("serviceGroupIds"))

        def _parse_expires_at(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        expires_at = _parse_expires_at(d.pop("expiresAt", UNSET))

        reason = d.pop("reason", UNSET)

        replace_service_groups = cls(
            service_group_ids=service_group_ids,
            expires_at=expires_at,
            reason=reason,
        )

        return replace_service_groups
