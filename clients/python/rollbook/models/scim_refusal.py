from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ScimRefusal")


@_attrs_define
class ScimRefusal:
    at: datetime.datetime
    """ ISO 8601, UTC. """
    api_key_id: str
    """ The key it was sent with. """
    method: str
    resource: None | str
    """ The requested type of resource, as in the path: `Users`. Null for a path that SCIM does not have. """
    resource_id: None | str
    """ The id of the user, service group or team, as in the path. Null if it has none, or not one of Rollbook’s.
    """
    status: int
    code: str
    title: str
    """ What was wrong. """
    remedy: str
    """ What to do about it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        api_key_id = self.api_key_id

        method = self.method

        resource: None | str
        resource = self.resource

        resource_id: None | str
        resource_id = self.resource_id

        status = self.status

        code = self.code

        title = self.title

        remedy = self.remedy

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "apiKeyId": api_key_id,
                "method": method,
                "resource": resource,
                "resourceId": resource_id,
                "status": status,
                "code": code,
                "title": title,
                "remedy": remedy,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        api_key_id = d.pop("apiKeyId")

        method = d.pop("method")

        def _parse_resource(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        resource = _parse_resource(d.pop("resource"))

        def _parse_resource_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        resource_id = _parse_resource_id(d.pop("resourceId"))

        status = d.pop("status")

        code = d.pop("code")

        title = d.pop("title")

        remedy = d.pop("remedy")

        scim_refusal = cls(
            at=at,
            api_key_id=api_key_id,
            method=method,
            resource=resource,
            resource_id=resource_id,
            status=status,
            code=code,
            title=title,
            remedy=remedy,
        )

        scim_refusal.additional_properties = d
        return scim_refusal

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
