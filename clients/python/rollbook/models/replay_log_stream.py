from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ReplayLogStream")


@_attrs_define
class ReplayLogStream:
    from_: str | Unset = UNSET
    """ Events from this time on. ISO 8601 with a time zone. Default: all events of the account. """

    def to_dict(self) -> dict[str, Any]:
        from_ = self.from_

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if from_ is not UNSET:
            field_dict["from"] = from_

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        from_ = d.pop("from", UNSET)

        replay_log_stream = cls(
            from_=from_,
        )

        return replay_log_stream
