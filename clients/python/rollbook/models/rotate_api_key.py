from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="RotateApiKey")


@_attrs_define
class RotateApiKey:
    grace_seconds: int = 86400
    """ How long the present secret remains valid; a day by default, at most a week. """
    expires_at: str | Unset = UNSET
    """ When the key expires: ISO 8601 with a time zone. Default: unchanged. """

    def to_dict(self) -> dict[str, Any]:
        grace_seconds = self.grace_seconds

        expires_at = self.expires_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "graceSeconds": grace_seconds,
            }
        )
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        grace_seconds = d.pop("graceSeconds")

        expires_at = d.pop("expiresAt", UNSET)

        rotate_api_key = cls(
            grace_seconds=grace_seconds,
            expires_at=expires_at,
        )

        return rotate_api_key
