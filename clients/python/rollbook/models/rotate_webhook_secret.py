from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="RotateWebhookSecret")


@_attrs_define
class RotateWebhookSecret:
    grace_seconds: int = 86400
    """ How long requests are also signed with the present secret; a day by default, at most a week. """
    secret: str | Unset = UNSET
    """ A secret of your own: `whsec_` and 24 to 64 random bytes in base64. Default: a new one. """

    def to_dict(self) -> dict[str, Any]:
        grace_seconds = self.grace_seconds

        secret = self.secret

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "graceSeconds": grace_seconds,
            }
        )
        if secret is not UNSET:
            field_dict["secret"] = secret

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        grace_seconds = d.pop("graceSeconds")

        secret = d.pop("secret", UNSET)

        rotate_webhook_secret = cls(
            grace_seconds=grace_seconds,
            secret=secret,
        )

        return rotate_webhook_secret
