from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="SignInRule")


@_attrs_define
class SignInRule:
    issuer: str
    """ The identity provider's issuer identifier: exactly the `iss` of its tokens. """
    domains: list[str]
    """ People who sign in with a verified email of one of these domains are linked to the user with this email. No
    subdomains. """
    external_id_claim: str | Unset = UNSET
    """ The claim that has a user's external id: people who sign in are linked to the user that SCIM provisioned
    with it. """

    def to_dict(self) -> dict[str, Any]:
        issuer = self.issuer

        domains = self.domains

        external_id_claim = self.external_id_claim

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "issuer": issuer,
                "domains": domains,
            }
        )
        if external_id_claim is not UNSET:
            field_dict["externalIdClaim"] = external_id_claim

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        issuer = d.pop("issuer")

        domains = cast(list[str], d.pop("domains"))

        external_id_claim = d.pop("externalIdClaim", UNSET)

        sign_in_rule = cls(
            issuer=issuer,
            domains=domains,
            external_id_claim=external_id_claim,
        )

        return sign_in_rule
