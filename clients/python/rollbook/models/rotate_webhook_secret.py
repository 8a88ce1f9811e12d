from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="RotateWebhookSecret")


@_attrs_define
class RotateWebhookSecret:
    grace_seconds: int = 86400
    """ How long requests are also signed with the present secret; a day by default, at most a week. """

    def to_dict(self) -> dict[str, Any]:
        grace_seconds = self.grace_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "graceSeconds": grace_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        grace_seconds = d.pop("graceSeconds")

        rotate_webhook_secret = cls(
            grace_seconds=grace_seconds,
        )

        return rotate_webhook_secret
