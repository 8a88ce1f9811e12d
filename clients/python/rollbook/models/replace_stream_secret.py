from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="ReplaceStreamSecret")


@_attrs_define
class ReplaceStreamSecret:
    secret: str
    """ Up to 1,000 ASCII characters without spaces: a token of the receiver. Never shown again. """

    def to_dict(self) -> dict[str, Any]:
        secret = self.secret

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "secret": secret,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        secret = d.pop("secret")

        replace_stream_secret = cls(
            secret=secret,
        )

        return replace_stream_secret
