from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="OfferedAccessRole")


@_attrs_define
class OfferedAccessRole:
    key: str
    """ The key of an access role of the account. """
    max_length_seconds: int | Unset = UNSET
    """ The longest time for which a membership with it can be given or extended, in seconds. """
    members_may_ask: bool | Unset = UNSET
    """ Whether members of the account may ask for it. Only where they may ask for a membership. """

    def to_dict(self) -> dict[str, Any]:
        key = self.key

        max_length_seconds = self.max_length_seconds

        members_may_ask = self.members_may_ask

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "key": key,
            }
        )
        if max_length_seconds is not UNSET:
            field_dict["maxLengthSeconds"] = max_length_seconds
        if members_may_ask is not UNSET:
            field_dict["membersMayAsk"] = members_may_ask

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        key = d.pop("key")

        max_length_seconds = d.pop("maxLengthSeconds", UNSET)

        members_may_ask = d.pop("membersMayAsk", UNSET)

        offered_access_role = cls(
            key=key,
            max_length_seconds=max_length_seconds,
            members_may_ask=members_may_ask,
        )

        return offered_access_role
