from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="RecoverWebhooks")


@_attrs_define
class RecoverWebhooks:
    since: str
    """ Events from this time on. ISO 8601 with a time zone. """

    def to_dict(self) -> dict[str, Any]:
        since = self.since

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "since": since,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        since = d.pop("since")

        recover_webhooks = cls(
            since=since,
        )

        return recover_webhooks
