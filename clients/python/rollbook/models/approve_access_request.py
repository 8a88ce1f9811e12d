from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ApproveAccessRequest")


@_attrs_define
class ApproveAccessRequest:
    expires_at: str | Unset = UNSET
    """ An earlier end than the requested one: ISO 8601 with a time zone. Not together with `lengthSeconds`. """
    length_seconds: int | Unset = UNSET
    """ Or for how many seconds from now. """
    note: str | Unset = UNSET
    """ A note to the requester. 1 to 500 characters. """

    def to_dict(self) -> dict[str, Any]:
        expires_at = self.expires_at

        length_seconds = self.length_seconds

        note = self.note

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if length_seconds is not UNSET:
            field_dict["lengthSeconds"] = length_seconds
        if note is not UNSET:
            field_dict["note"] = note

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        expires_at = d.pop("expiresAt", UNSET)

        length_seconds = d.pop("lengthSeconds", UNSET)

        note = d.pop("note", UNSET)

        approve_access_request = cls(
            expires_at=expires_at,
            length_seconds=length_seconds,
            note=note,
        )

        return approve_access_request
