from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.create_user import CreateUser


T = TypeVar("T", bound="CreateUsers")


@_attrs_define
class CreateUsers:
    users: list[CreateUser]
    """ Each is created or refused on its own. """

    def to_dict(self) -> dict[str, Any]:
        users = []
        for users_item_data in self.users:
            users_item = users_item_data.to_dict()
            users.append(users_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "users": users,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.create_user import CreateUser

        d = dict(src_dict)
        users = []
        _users = d.pop("users")
        for users_item_data in _users:
            users_item = CreateUser.from_dict(users_item_data)

            users.append(users_item)

        create_users = cls(
            users=users,
        )

        return create_users
