from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="LinkIdentity")


@_attrs_define
class LinkIdentity:
    issuer: str
    """ The identity provider's issuer identifier: exactly the `iss` of its tokens. """
    subject: str
    """ The id of the person at that provider: exactly the `sub` of their tokens. """

    def to_dict(self) -> dict[str, Any]:
        issuer = self.issuer

        subject = self.subject

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "issuer": issuer,
                "subject": subject,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        issuer = d.pop("issuer")

        subject = d.pop("subject")

        link_identity = cls(
            issuer=issuer,
            subject=subject,
        )

        return link_identity
