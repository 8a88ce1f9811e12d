from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Session")


@_attrs_define
class Session:
    id: str
    current: bool
    """ True for the calling session. """
    issuer: str
    user_agent: None | str
    """ The browser's user agent. """
    signed_in_at: datetime.datetime
    """ ISO 8601, UTC. """
    last_seen_at: datetime.datetime
    """ ISO 8601, UTC. Accurate to a few minutes. """
    expires_at: datetime.datetime
    """ ISO 8601, UTC. When the session ends in any case. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        current = self.current

        issuer = self.issuer

        user_agent: None | str
        user_agent = self.user_agent

        signed_in_at = self.signed_in_at.isoformat()

        last_seen_at = self.last_seen_at.isoformat()

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "current": current,
                "issuer": issuer,
                "userAgent": user_agent,
                "signedInAt": signed_in_at,
                "lastSeenAt": last_seen_at,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        current = d.pop("current")

        issuer = d.pop("issuer")

        def _parse_user_agent(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        user_agent = _parse_user_agent(d.pop("userAgent"))

        signed_in_at = datetime.datetime.fromisoformat(d.pop("signedInAt"))

        last_seen_at = datetime.datetime.fromisoformat(d.pop("lastSeenAt"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))

        session = cls(
            id=id,
            current=current,
            issuer=issuer,
            user_agent=user_agent,
            signed_in_at=signed_in_at,
            last_seen_at=last_seen_at,
            expires_at=expires_at,
        )

        session.additional_properties = d
        return session

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
