from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="SearchPage")


@_attrs_define
class SearchPage:
    token: str | Unset = UNSET
    """ `next_token` of the previous page. """
    limit: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        token = self.token

        limit = self.limit

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if token is not UNSET:
            field_dict["token"] = token
        if limit is not UNSET:
            field_dict["limit"] = limit

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        token = d.pop("token", UNSET)

        limit = d.pop("limit", UNSET)

        search_page = cls(
            token=token,
            limit=limit,
        )

        return search_page
