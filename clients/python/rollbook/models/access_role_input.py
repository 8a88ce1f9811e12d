from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AccessRoleInput")


@_attrs_define
class AccessRoleInput:
    key: str
    """ Says which role it is, and never changes: 1 to 64 lower-case letters, digits, dots, hyphens and underscores.
    """
    name: str
    """ 1 to 100 visible characters, of at most 800 bytes in UTF-8. """
    permissions: list[str]
    """ What it allows besides `enter`, which every membership allows: names that you choose, such as `logs.read`,
    of up to 100 lower-case
    letters, digits, dots, colons, hyphens and underscores. """
    description: str | Unset = UNSET
    """ What it is for, in one sentence: up to 200 visible characters. """

    def to_dict(self) -> dict[str, Any]:
        key = self.key

        name = self.name

        permissions = self.permissions

        description = self.description

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "key": key,
                "name": name,
                "permissions": permissions,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        key = d.pop("key")

        name = d.pop("name")

        permissions = cast(list[str], d.pop("permissions"))

        description = d.pop("description", UNSET)

        access_role_input = cls(
            key=key,
            name=name,
            permissions=permissions,
            description=description,
        )

        return access_role_input
